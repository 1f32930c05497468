import { showResourceTypeTemplate } from '@nimbo/contracts/orchestration/templates'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { ReplyAsYaml } from './reply-as-yaml.tsx'

/** A template with one resource of the type, as a starting point. */
export const TypeTemplate = ({ item }: TabProps) => {
  const { project } = useSession()
  const path = { tenant_id: project?.id ?? '', type_name: textAt(item, 'resource_type') }
  return <ReplyAsYaml operation={showResourceTypeTemplate} path={path} query={{ template_type: 'hot' }} />
}
