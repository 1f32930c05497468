import { stringify } from 'yaml'
import type { Item } from '../panel/item.ts'
import { nameOf } from '../panel/panel.ts'
import { filledValues, templateName } from './filled-values.ts'
import type { SourceSpec } from './source-spec.ts'

/** A Heat template that creates the item; undefined if HOT has no such type. */
export const hotSource = ({ hot, properties }: SourceSpec, item: Item): string | undefined => {
  if (hot === undefined) return undefined
  const values = filledValues(properties.map((one) => [one.hot, one.hot && one.value(item)]))
  return stringify({
    heat_template_version: '2018-08-31',
    resources: { [templateName(nameOf(item))]: { type: hot, properties: values } },
  })
}
