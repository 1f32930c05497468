export interface Part {
  readonly text: string
  /** After `text/`. */
  readonly subtype: string
  readonly filename?: string
  /** It has its own head: a message of several parts. */
  readonly isWhole?: boolean
}

/** Not to be found in a text that people write. */
const boundary = '===============4c1b2c5c71ea8f3b8a4d=='

const partOf = ({ text, subtype, filename, isWhole }: Part): string => {
  if (isWhole) return `--${boundary}\n${text}`
  return [
    `--${boundary}`,
    `Content-Type: text/${subtype}; charset="utf-8"`,
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: 8bit',
    ...(filename === undefined ? [] : [`Content-Disposition: attachment; filename="${filename}"`]),
    '',
    text,
  ].join('\n')
}

/** A message of several parts, as cloud-init takes it. The same parts give the same text, so that a template's value does not change by itself. */
export const mimeOf = (parts: readonly Part[]): string =>
  [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    'MIME-Version: 1.0',
    '',
    ...parts.map(partOf),
    `--${boundary}--`,
    '',
  ].join('\n')
