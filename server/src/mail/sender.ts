/** Who mails come from, as readers see it. */
export interface Sender {
  from: string
  /** What the site is called, in the mail too; null as long as nobody has named it. */
  name: string | null
}

/** The address of a sender under another name. Whatever the name is, it stays a name: quotes hold commas, brackets and addresses. */
export function withName(mail_from: string, name: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mail_from)?.[1] ?? mail_from
  return `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${address}>`
}
