import {
  createProject,
  deleteProject,
  listProjects,
  showProject,
  updateProject,
} from '@nimbo/contracts/identity/projects'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

export const projects = identityPanel({
  id: 'projects',
  kind: 'project',
  list: { operation: listProjects },
  show: { operation: showProject, key: 'project' },
  columns: [
    column('name'),
    column('description'),
    column('domain_id', { look: 'reference', to: 'domains' }),
    column('enabled', { look: 'yes' }),
    column('id', { hidden: true }),
  ],
  details: [column('parent_id', { look: 'reference', to: 'projects' }), column('tags', { look: 'list' })],
  filters: [
    { name: 'name', byPage: true },
    { name: 'enabled', choices: ['true', 'false'] },
  ],
  create: {
    operation: createProject,
    key: 'project',
    fields: [
      field('name'),
      field('description'),
      field('domain_id', { to: 'domains', option: 'domain' }),
      field('enabled', { as: 'switch', initial: true, advanced: true, option: 'enable' }),
      field('tags', { as: 'list', advanced: true, option: 'tag' }),
    ],
    command: 'project create',
  },
  update: {
    operation: updateProject,
    key: 'project',
    fields: [
      field('name', { as: 'text' }),
      field('description'),
      field('enabled', { as: 'switch', option: 'enable' }),
      field('tags', { as: 'list', option: 'tag' }),
    ],
    command: 'project set',
  },
  remove: { operation: deleteProject, command: 'project delete' },
  actions: [
    {
      ...{ id: 'disable', operation: updateProject, body: () => ({ project: { enabled: false } }) },
      ...{ asks: true, batch: true, command: 'project set --disable' },
      offered: (project) => project.enabled === true,
    },
    {
      ...{ id: 'enable', operation: updateProject, body: () => ({ project: { enabled: true } }) },
      ...{ batch: true, command: 'project set --enable' },
      offered: (project) => project.enabled === false,
    },
  ],
  tabs: [
    {
      id: 'members',
      panel: 'project-members',
      within: ({ id }) => ({ query: { 'scope.project.id': id }, initial: { project_id: id } }),
    },
    {
      id: 'groups',
      panel: 'project-groups',
      within: ({ id }) => ({ query: { 'scope.project.id': id }, initial: { project_id: id } }),
    },
    { id: 'quotas', load: async () => (await import('../../quota/project-quotas.tsx')).ProjectQuotas },
  ],
  command: 'project show',
})
