import { escapeHtml } from '../../platform/html.ts'
import type { Language } from '../language.ts'
import type { Mail } from '../mailer.ts'

/** What one mail says, in one language. All of it is plain text: `compose` escapes it. */
export interface Content {
  subject: string
  /** Paragraphs before the button. */
  lines: readonly string[]
  button?: { label: string; link: string }
  /** Small print at the end. */
  note?: string
}

const product = 'Clipwright'
const footers: Record<Language, (name: string) => string> = {
  en: (name) =>
    `Sent by ${name} because somebody used this address there. Answers to this mail are not read.`,
  'zh-CN': (name) => `此邮件由 ${name} 发送，因为有人在那里使用了此地址。请勿直接回复。`,
}

/** Renders one version of `contents` as plain text and as HTML. */
export function compose(template: string, language: Language, contents: Record<Language, Content>): Mail {
  const content = contents[language]
  return { template, subject: content.subject, text: plain(content, language), html: page(content, language) }
}

/**
 * The mail of a site with this name, which is known when it is sent and not where it is written. Nothing but its own head and foot
 * changes: what people wrote stays as it is.
 */
export function nameSite(mail: Mail, name: string): Mail {
  let { text, html } = mail
  for (const footer of Object.values(footers)) {
    const [before, after] = [signature(footer(product)), signature(footer(name))]
    if (text.endsWith(before)) text = text.slice(0, -before.length) + after
    html = html.replace(foot(footer(product)), () => foot(footer(name)))
  }
  return { ...mail, text, html: html.replace(head(product), () => head(name)) }
}

const signature = (footer: string): string => `-- \n${footer}\n`

function plain({ lines, button, note }: Content, language: Language): string {
  const parts = [
    ...lines,
    button && `${button.label}:\n${button.link}`,
    note,
    signature(footers[language](product)),
  ]
  return parts.filter((part) => part !== undefined).join('\n\n')
}

const font =
  "font-family:-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',Helvetica,Arial,sans-serif"

/** Those of the studio's light theme: mail programs know neither its variables nor `oklch`. */
const colors = {
  page: '#f5f5f5',
  paper: '#ffffff',
  line: '#dbdbdb',
  text: '#161616',
  faint: '#636363',
  accent: '#dd881b',
  onAccent: '#1f1306',
}

const head = (name: string): string =>
  `<tr><td style="padding:0 8px 16px;font-size:18px;font-weight:600;color:${colors.text}">${escapeHtml(name)}</td></tr>`
const foot = (footer: string): string =>
  `<tr><td style="padding:16px 8px 0;font-size:12px;line-height:1.5;color:${colors.faint}">${escapeHtml(footer)}</td></tr>`

/** Uses tables and inline styles, no images and no scripts, so that every mail program shows it alike. */
function page({ subject, lines, button, note }: Content, language: Language): string {
  const paragraphs = lines.map(
    (line) =>
      `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;color:${colors.text}">${escapeHtml(line)}</p>`,
  )
  const link = button && escapeHtml(button.link)
  const action =
    button === undefined
      ? ''
      : `<p style="margin:28px 0"><a href="${link}" style="display:inline-block;padding:13px 26px;border-radius:6px;background:${colors.accent};color:${colors.onAccent};font-size:16px;font-weight:500;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${colors.faint};word-break:break-all">${link}</p>`
  const small =
    note === undefined
      ? ''
      : `<p style="margin:24px 0 0;font-size:14px;line-height:1.5;color:${colors.faint}">${escapeHtml(note)}</p>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${colors.page};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colors.page}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
${head(product)}
<tr><td style="padding:32px;background:${colors.paper};border:1px solid ${colors.line};border-radius:8px">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:500;color:${colors.text}">${escapeHtml(subject)}</h1>
${paragraphs.join('\n')}
${action}
${small}
</td></tr>
${foot(footers[language](product))}
</table></td></tr></table>
</body>
</html>
`
}

/** Formats a duration in whole minutes, hours or days. */
export function inWords(seconds: number, language: Language): string {
  const [count, en, zh] =
    seconds % 86_400 === 0 && seconds > 86_400
      ? ([seconds / 86_400, 'day', '天'] as const)
      : seconds % 3600 === 0
        ? ([seconds / 3600, 'hour', '小时'] as const)
        : ([Math.floor(seconds / 60), 'minute', '分钟'] as const)
  return language === 'en' ? `${count} ${en}${count === 1 ? '' : 's'}` : `${count} ${zh}`
}

/** Formats a day, in UTC. */
export function dayInWords(instant: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}
