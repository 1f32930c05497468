import { listTemplateFunctions } from '@nimbo/contracts/orchestration/templates'
import { column } from '../../panel/column.ts'
import { orchestrationPanel } from './orchestration-panel.ts'

export const templateFunctions = orchestrationPanel({
  id: 'template-functions',
  key: 'functions',
  list: { operation: listTemplateFunctions, query: { with_condition_func: 'True' } },
  columns: [column('functions', { label: 'name' }), column('description')],
  filters: [{ name: 'functions', byPage: true }],
})
