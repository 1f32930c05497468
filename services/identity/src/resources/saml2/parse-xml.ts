/** Parses untrusted XML. Refuses what is not well-formed, and any DOCTYPE: its entities could be expanded without end. */
export const parseXml = async (text: string) => {
  const { DOMParser, onErrorStopParsing } = await import('@xmldom/xmldom')
  if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('XML with a DOCTYPE')
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
}
