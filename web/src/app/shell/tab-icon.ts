type Standing = 'calm' | 'running' | 'done'

const dots: Record<Standing, string> = {
  calm: '',
  running: '<circle cx="22" cy="6" r="4.5" fill="none" stroke="#f0a63c" stroke-width="3"/>',
  done: '<circle cx="22" cy="6" r="6" fill="#4ade80"/>',
}

/** Draws the tab's icon: a ring while videos are being made, a dot when one is done that nobody has looked at. */
export function drawTabIcon(standing: Standing): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')!
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="#161616"/><path d="M11 8.5v11l9-5.5z" fill="#f0a63c"/>${dots[standing]}</svg>`
  icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
}
