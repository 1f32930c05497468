import type { Handling } from '../../resource-type/handling.ts'
import { isId } from '../is-id.ts'
import { mimeOf, type Part } from '../mime.ts'
import { asConfig, createConfig, showConfig } from './kept-config.ts'
import { listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Given {
  readonly config: string
  readonly filename?: string
  readonly type: 'text' | 'multipart'
  readonly subtype?: string
}

/** Makes a part; the id of a config is replaced by the config's text. */
const partOf = async (
  handling: Handling<object>,
  { config, filename, type, subtype }: Given,
): Promise<Part> => {
  const text = isId(config) ? String((await showConfig(handling, config)).config) : config
  return {
    text,
    subtype: subtype ?? (text.startsWith('#cloud-config') ? 'cloud-config' : 'x-shellscript'),
    ...(filename === undefined ? {} : { filename }),
    ...(type === 'multipart' ? { isWhole: true } : {}),
  }
}

export const multipartMime = defineResourceType({
  type: 'OS::Heat::MultipartMime',
  support: { since: '2014.1' },
  properties: {
    group: string({ default: 'Heat::Ungrouped', support: { since: '14.0.0' } }),
    parts: listOf(
      mapOf({
        config: string({ required: true }),
        filename: string(),
        type: oneOf(['text', 'multipart'], { default: 'text' }),
        subtype: string(),
      }),
      { default: [] },
    ),
  },
  ...asConfig,
  create: async (handling) => {
    const { parts, group } = handling.properties
    const texts = []
    for (const part of parts) texts.push(await partOf(handling, part))
    return createConfig(handling, { group, config: mimeOf(texts) })
  },
})
