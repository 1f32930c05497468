import {
  createProject,
  deleteProject,
  listProjects,
  showProject,
  updateProject,
} from '@nimbo/contracts/identity/projects'
import { anyList, boolean, like, string } from '../../resource-type/property.ts'
import { identityType } from './identity-type.ts'

export const project = identityType({
  type: 'OS::Keystone::Project',
  support: { since: '2015.1' },
  properties: {
    name: string({ update: 'in-place' }),
    domain: like('keystone.domain', { update: 'in-place', default: 'default' }),
    description: string({ update: 'in-place', default: '' }),
    enabled: boolean({ update: 'in-place', default: true }),
    parent: like('keystone.project', { support: { since: '6.0.0' } }),
    tags: anyList({ update: 'in-place', default: [], support: { since: '10.0.0' } }),
  },
  attributes: {
    name: { type: 'string', support: { since: '10.0.0' } },
    parent_id: { type: 'string', support: { since: '10.0.0' } },
    domain_id: { type: 'string', support: { since: '10.0.0' } },
    enabled: { type: 'boolean', support: { since: '10.0.0' } },
    is_domain: { type: 'boolean', support: { since: '10.0.0' } },
  },
  called: 'project',
  operations: {
    list: listProjects,
    create: createProject,
    show: showProject,
    update: updateProject,
    delete: deleteProject,
  },
  fields: { domain: 'domain_id', parent: 'parent_id' },
  within: ['domain_id'],
})
