import type { ImageApp } from '../../app/app.ts'
import type { NamespaceRow } from '../../db/tables.ts'
import { needItem } from './items.ts'
import { associationView } from './metadef-view.ts'

/** What the properties of a namespace are called before their names, of resources of a type. */
export const prefixFor = async (
  app: Pick<ImageApp, 'metadefs'>,
  namespace: NamespaceRow,
  resourceType: string | undefined,
): Promise<string> => {
  if (resourceType === undefined) return ''
  const association = await needItem(app, namespace, 'association', resourceType)
  return associationView(association).prefix ?? ''
}
