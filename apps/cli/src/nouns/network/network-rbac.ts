import { type ObjectType, objectTypes, rbacPolicyOperations } from '@nimbo/contracts/network/rbac-policy'
import { findId, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { flag, oneOf, requiredText, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { findIn, projectKind } from '../identity/identity-kinds.ts'
import {
  addressGroupKind,
  addressScopeKind,
  networkKind,
  projectIn,
  projectOptions,
  qosPolicyKind,
  rbacPolicyKind,
  securityGroupKind,
  subnetPoolKind,
} from './network-kinds.ts'

const service = 'network'
const policy = one('<rbac-policy>', 'RBAC policy (ID only)')
const everybody = '*'

const kinds: Readonly<Record<ObjectType, Kind>> = {
  network: networkKind,
  qos_policy: qosPolicyKind,
  security_group: securityGroupKind,
  address_scope: addressScopeKind,
  subnetpool: subnetPoolKind,
  address_group: addressGroupKind,
}

const typeOption = oneOf(objectTypes, 'Type of the object the RBAC policy applies to')
const actionOption = oneOf(['access_as_external', 'access_as_shared'], 'Access that the RBAC policy grants')

export const networkRbacCommands = [
  shows({
    words: 'network rbac create',
    summary: 'Create network RBAC policy',
    ...{ service, operation: rbacPolicyOperations.create },
    positionals: { object: one('<rbac-object>', 'Object to which access is granted (name or ID)') },
    options: {
      type: typeOption,
      action: actionOption,
      targetProject: text('<target-project>', 'Project to which access is granted (name or ID)'),
      targetAllProjects: flag('Grant access to all projects'),
      targetProjectDomain: text(
        '<target-project-domain>',
        'Domain the target project belongs to (name or ID)',
      ),
      ...projectOptions,
    },
    request: async ({ object, type, action, targetProject, ...asked }, session) => {
      if (type === undefined) throw new UsageError('the following arguments are required: --type')
      if (action === undefined) throw new UsageError('the following arguments are required: --action')
      if (targetProject === undefined && !asked.targetAllProjects)
        throw new UsageError('one of the arguments --target-project --target-all-projects is required')
      return {
        body: {
          rbac_policy: given({
            ...{ object_type: type, action, object_id: await findId(session, kinds[type], object) },
            target_tenant:
              targetProject === undefined
                ? everybody
                : await findIn(session, projectKind, targetProject, asked.targetProjectDomain),
            project_id: await projectIn(session, asked),
          }),
        },
      }
    },
  }),
  lists({
    words: 'network rbac list',
    summary: 'List network RBAC policies',
    ...{ service, operation: rbacPolicyOperations.list },
    options: {
      type: typeOption,
      action: actionOption,
      targetProject: text(
        '<target-project>',
        'List only policies with this target project (ID, or * for policies for all projects)',
      ),
      long: flag('List additional fields in output'),
    },
    request: ({ type, action, targetProject }) => ({
      query: given({ object_type: type, action, target_tenant: targetProject }),
    }),
    columns: ({ long }) => ({
      ...{ ID: 'id', 'Object Type': 'object_type', 'Object ID': 'object_id' },
      ...(long && { Action: 'action' }),
    }),
  }),
  shows({
    words: 'network rbac show',
    summary: 'Display network RBAC policy details',
    ...{ service, operation: rbacPolicyOperations.show },
    positionals: { policy },
    request: ({ policy: rbac_policy_id }) => ({ path: { rbac_policy_id } }),
  }),
  does({
    words: 'network rbac set',
    summary: 'Set network RBAC policy properties',
    ...{ service, operation: rbacPolicyOperations.update },
    positionals: { policy },
    options: {
      targetProject: requiredText('<target-project>', 'Project to which access is granted (name or ID)'),
      targetProjectDomain: text(
        '<target-project-domain>',
        'Domain the target project belongs to (name or ID)',
      ),
    },
    request: async ({ policy: rbac_policy_id, targetProject, targetProjectDomain }, session) => ({
      path: { rbac_policy_id },
      body: {
        rbac_policy: {
          target_tenant: await findIn(session, projectKind, targetProject, targetProjectDomain),
        },
      },
    }),
  }),
  deletes(
    'network rbac delete',
    'Delete network RBAC policy(s)',
    rbacPolicyKind,
    many('<rbac-policy>', 'RBAC policy(s) to delete (ID only)'),
  ),
]
