import type { ImageApp } from '../../app/app.ts'
import type { NamespaceRow } from '../../db/tables.ts'
import { needItem } from './items.ts'
import { associationView } from './metadef-view.ts'

/** The prefix that a resource type puts before the names of the namespace's properties. */
export const prefixFor = async (
  app: Pick<ImageApp, 'metadefs'>,
  namespace: NamespaceRow,
  resourceType: string | undefined,
): Promise<string> => {
  if (resourceType === undefined) return ''
  const association = await needItem(app, namespace, 'association', resourceType)
  return associationView(association).prefix ?? ''
}
