/** The style of all pages: neutral greys, one accent for the one action, lines in place of boxes, no motion. */
export const style = `
:root {
  color-scheme: light dark;
  --page: oklch(99% 0 0); --field: oklch(97% 0 0); --line: oklch(88% 0 0); --edge: oklch(62% 0 0);
  --text: oklch(20% 0 0); --soft: oklch(42% 0 0);
  --accent: oklch(78% .15 70); --ink: oklch(20% .03 70); --focus: oklch(58% .13 65); --bad: oklch(50% .18 27);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: oklch(14% 0 0); --field: oklch(18% 0 0); --line: oklch(28% 0 0); --edge: oklch(52% 0 0);
    --text: oklch(93% 0 0); --soft: oklch(72% 0 0);
    --focus: oklch(78% .15 70); --bad: oklch(74% .14 25);
  }
}
* { box-sizing: border-box; margin: 0 }
html { -webkit-text-size-adjust: 100% }
body {
  min-height: 100vh; padding: 24px; background: var(--page); color: var(--text);
  font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif;
}
header, main { width: 100%; max-width: 400px; margin: 0 auto }
.wide header, .wide main { max-width: 680px } .wide main { padding-bottom: 8vh }
header { padding: 8vh 0 40px }
header a { display: inline-flex; align-items: center; gap: 10px; color: inherit; font-weight: 600; text-decoration: none }
.clip { fill: var(--text) } .run { fill: var(--page) }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -.015em; text-wrap: balance }
h2 { margin-top: 32px; font-size: 14px; font-weight: 600 }
p { margin-top: 12px; color: var(--soft); text-wrap: pretty }
a { color: inherit; text-decoration-color: var(--edge); text-underline-offset: 3px }
a:hover { text-decoration-color: currentColor }
form { margin-top: 28px }
label { display: block; margin-top: 20px; font-size: 14px; font-weight: 500 }
.hint { margin-top: 6px; font-size: 13px; line-height: 1.5 }
.bad { color: var(--bad) }
p.bad { margin-top: 20px; padding-left: 12px; border-left: 2px solid; font-size: 14px }
input:not([type=checkbox]) {
  display: block; width: 100%; height: 44px; margin-top: 6px; padding: 0 12px;
  border: 1px solid var(--edge); border-radius: 6px; background: var(--field); color: inherit; font: inherit;
}
input[aria-invalid=true] { border-color: var(--bad) }
.check { display: flex; align-items: center; gap: 10px; min-height: 44px; margin-top: 12px; font-weight: 400 }
.check input { width: 18px; height: 18px; accent-color: var(--accent) }
button {
  width: 100%; height: 44px; margin-top: 24px; border: 0; border-radius: 6px; cursor: pointer;
  background: var(--accent); color: var(--ink); font: inherit; font-weight: 600;
}
button:hover { filter: brightness(1.06) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
pre {
  margin-top: 8px; padding: 12px 16px; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px;
  background: var(--field); font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 8px 24px; margin-top: 28px; font-size: 14px }
dt { color: var(--soft) }
dd { overflow-wrap: anywhere }
[hidden] { display: none }
@media (max-width: 480px) { header { padding: 16px 0 32px } body { padding: 20px } h1 { font-size: 24px } dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 12px } }
`
