import { listTemplateVersions } from '@nimbo/contracts/orchestration/templates'
import { column } from '../../panel/column.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const templateVersions = orchestrationPanel({
  id: 'template-versions',
  key: 'version',
  list: { operation: listTemplateVersions },
  columns: [column('version', { label: 'name' }), column('type'), column('aliases', { look: 'list' })],
  filters: [{ name: 'version', byPage: true }],
  tabs: [
    {
      id: 'functions',
      panel: 'template-functions',
      within: ({ version }, { project }) => ({
        path: { tenant_id: project?.id ?? '', template_version: version },
      }),
    },
  ],
  command: 'orchestration template function list',
})
