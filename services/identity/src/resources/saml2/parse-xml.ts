/** Parses XML that comes from others: what is not well-formed is refused, and so are declarations of types, with whose entities it could grow. */
export const parseXml = async (text: string) => {
  const { DOMParser, onErrorStopParsing } = await import('@xmldom/xmldom')
  if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('XML with a declaration of its type')
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
}
