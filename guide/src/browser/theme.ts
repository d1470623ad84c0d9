// Before the first paint, so that no page flashes. The studio keeps the choice under the same name.
const chosen = localStorage.getItem('clipwright.theme')
if (chosen !== null) document.documentElement.dataset['theme'] = chosen
document.documentElement.classList.add('scripted')
