import { type Item, textAt } from '../../panel/item.ts'
import type { TabSpec } from '../../panel/panel.ts'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

/** Path parameters of the lists of a stack. */
const within = (stack: Item, { project }: Session): Within => ({
  path: {
    tenant_id: project?.id ?? '',
    stack_name: textAt(stack, 'stack_name'),
    stack_id: textAt(stack, 'id'),
  },
})

/** The tabs of a stack. */
export const stackTabs: readonly TabSpec[] = [
  { id: 'resources', panel: 'stack-resources', within },
  { id: 'picture', load: async () => (await import('../../stack/resource-picture.tsx')).ResourcePicture },
  { id: 'stack-events', panel: 'stack-events', within },
  { id: 'outputs', load: async () => (await import('../../stack/outputs-tab.tsx')).OutputsTab },
  { id: 'template', load: async () => (await import('../../stack/template-tab.tsx')).TemplateTab },
  { id: 'stack-snapshots', panel: 'stack-snapshots', within },
]
