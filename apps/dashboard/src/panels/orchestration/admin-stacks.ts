import { column } from '../../panel/column.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import { stacks } from './stacks.ts'

/** The list shows the project of a stack only in its URL: `…/v1/<project>/stacks/…`. */
const projectOf = ({ links }: Item): string | undefined =>
  itemsIn(links)
    .flatMap((link) => /\/v1\/([^/]+)\/stacks\//.exec(textAt(link, 'href'))?.[1] ?? [])
    .at(0)

/** The stacks of all projects. Their resources are only shown, and stacks only changed, within their projects. */
export const adminStacks = panel({
  ...{ id: stacks.id, api: stacks.api, kind: 'stack', key: 'id' },
  ...(stacks.within ? { within: stacks.within } : {}),
  list: { ...stacks.list, query: { global_tenant: 'True' } },
  columns: [
    ...stacks.columns.slice(0, 1),
    column('project', { label: 'project_id', look: 'reference', to: 'projects', value: projectOf }),
    ...stacks.columns.slice(1),
  ],
  details: [column('stack_status_reason', { label: 'status_reason' })],
  ...(stacks.filters ? { filters: stacks.filters } : {}),
})
