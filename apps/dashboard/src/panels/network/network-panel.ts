import { networkApi } from '@nimbo/contracts/network/api'
import type { Operation } from '@nimbo/operation/operation'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Field, FormSpec } from '../../panel/form-spec.ts'
import type { Session } from '../../session/session.ts'
import type { Within } from '../../panel/within.ts'
import { type Panel, panel } from '../../panel/panel.ts'

/** The operations of a kind; some kinds have no create, update or delete. */
interface Operations {
  readonly list: Operation
  readonly show: Operation
  readonly create?: Operation
  readonly update?: Operation
  readonly delete?: Operation
}

interface Declared
  extends Omit<Panel, 'api' | 'list' | 'show' | 'create' | 'update' | 'remove' | 'command' | 'kind'> {
  readonly kind: Kind
  readonly operations: Operations
  /** The name of the kind in CLI commands: `security group`. */
  readonly noun?: string
  readonly create?: readonly Field[]
  readonly body?: FormSpec['body']
  readonly update?: readonly Field[]
  /** Lists only the project's own items, also for admins, who would otherwise see those of all projects. */
  readonly owned?: true
}

const ofProject = ({ project }: Session): Within =>
  project === null ? {} : { query: { project_id: project.id } }

/** A panel of the network service, with operations and CLI commands derived from the kind. */
export const networkPanel = ({
  kind,
  operations,
  noun,
  create,
  update,
  body,
  owned,
  ...declared
}: Declared): Panel =>
  panel({
    ...declared,
    api: networkApi,
    kind: kind.name,
    list: { operation: operations.list, paged: true },
    ...(owned ? { within: ofProject } : {}),
    show: { operation: operations.show, key: kind.name },
    filters: declared.filters ?? [{ name: 'name', byPage: true }],
    ...(noun === undefined ? {} : { command: `${noun} show` }),
    ...(operations.create && create
      ? {
          create: {
            ...{ operation: operations.create, key: kind.name, fields: create },
            ...(body ? { body } : {}),
            ...(noun === undefined ? {} : { command: `${noun} create` }),
          },
        }
      : {}),
    ...(operations.update && update
      ? {
          update: {
            ...{ operation: operations.update, key: kind.name, fields: update },
            ...(noun === undefined ? {} : { command: `${noun} set` }),
          },
        }
      : {}),
    ...(operations.delete
      ? {
          remove: {
            operation: operations.delete,
            ...(noun === undefined ? {} : { command: `${noun} delete` }),
          },
        }
      : {}),
  })
