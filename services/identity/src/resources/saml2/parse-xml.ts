/** Parses untrusted XML. Refuses text that is not well-formed, and any DOCTYPE, whose entities could expand without limit. */
export const parseXml = async (text: string) => {
  const { DOMParser, onErrorStopParsing } = await import('@xmldom/xmldom')
  if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('XML with a DOCTYPE')
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
}
