type Attributes = Readonly<Record<string, string | number | undefined>>
type Child = Element | string | undefined

/** One XML element. Attributes and children that are undefined are left out, so that options read as plain conditions. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Child[]
}

export const element = (name: string, attributes: Attributes = {}, ...children: Child[]): Element => ({
  name,
  attributes,
  children,
})

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}

/** Escapes for text and attributes; characters that XML 1.0 cannot hold at all become U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[&<>'"]/g, (character) => entities[character] ?? character)
    // Whatever is no character of XML, a half of a pair among them.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** The element as text, indented, as people will read it with `virsh dumpxml`. */
export const renderXml = (node: Element, indent = ''): string => {
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}='${escapeXml(String(value))}'`)
    .join('')
  const children = node.children.filter((child) => child !== undefined)
  if (children.length === 0) return `${indent}<${node.name}${attributes}/>`
  if (children.every((child) => typeof child === 'string'))
    return `${indent}<${node.name}${attributes}>${children.map(escapeXml).join('')}</${node.name}>`
  const inner = children.map((child) =>
    typeof child === 'string' ? `${indent}  ${escapeXml(child)}` : renderXml(child, `${indent}  `),
  )
  return [`${indent}<${node.name}${attributes}>`, ...inner, `${indent}</${node.name}>`].join('\n')
}
