const text = ['text/plain', 'text/plain;charset=utf-8', 'text/plain; charset=utf-8']
const binary = ['application/octet-stream', 'application/pkcs8']

/** Supported media types, in Barbican's order. */
export const supportedTypes: readonly string[] = [...text, ...binary]

/** The media type without a known charset; undefined for an unsupported type. */
export const normalType = (mediaType: string): string | undefined => {
  const [type = '', parameter] = mediaType.split(';').map((part) => part.trim().toLowerCase())
  if (!supportedTypes.includes(type)) return undefined
  if (parameter === undefined) return type
  return parameter.replaceAll(' ', '') === 'charset=utf-8' ? type : undefined
}

export const isText = (type: string): boolean => type === 'text/plain'

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes base64 with or without line breaks; undefined when invalid. */
export const fromBase64 = (written: string): Buffer | undefined => {
  const compact = written.replaceAll(/\s/g, '')
  return compact.length % 4 === 0 && base64.test(compact) ? Buffer.from(compact, 'base64') : undefined
}
