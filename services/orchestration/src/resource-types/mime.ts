export interface Part {
  readonly text: string
  /** The part after `text/`. */
  readonly subtype: string
  readonly filename?: string
  /** Whether it has its own headers: a multipart message. */
  readonly isWhole?: boolean
}

/** The boundary between parts: a text that does not occur in user data. */
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

/** A multipart message for cloud-init. The same parts result in the same text, so that the value does not change by itself. */
export const mimeOf = (parts: readonly Part[]): string =>
  [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    'MIME-Version: 1.0',
    '',
    ...parts.map(partOf),
    `--${boundary}--`,
    '',
  ].join('\n')
