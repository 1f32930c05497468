import { XMLParser } from 'fast-xml-parser'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: 'text',
  parseAttributeValue: false,
  parseTagValue: false,
})

/** A parsed XML tree. */
export interface XmlNode {
  /** The first child element with the name; an empty node if there is none. */
  child(name: string): XmlNode
  children(name: string): readonly XmlNode[]
  attribute(name: string): string | undefined
  readonly text: string | undefined
}

const node = (value: unknown): XmlNode => {
  const field = (name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  const text = typeof value === 'string' ? value : field('text')
  const children = (name: string): readonly XmlNode[] => {
    const found = field(name)
    if (found === undefined) return []
    return (Array.isArray(found) ? found : [found]).map(node)
  }
  return {
    children,
    child: (name) => children(name)[0] ?? node(undefined),
    attribute: (name) => {
      const found = field(`@${name}`)
      return typeof found === 'string' ? found : undefined
    },
    text: typeof text === 'string' ? text : undefined,
  }
}

/** Parses libvirt's XML of domains and capabilities. */
export const readXml = (xml: string): XmlNode => node(parser.parse(xml))
