import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { instances } from '../../db/servers/instances.ts'
import { errors } from '../../errors.ts'
import type { ComputeHostPort } from '../compute-host-port.ts'
import { type SurveyDeps, type SurveyedNode, surveyNodes } from './survey-hosts.ts'

interface Deps extends SurveyDeps {
  readonly computeHost: ComputeHostPort
}

/** A server in a hypervisor's list. */
export interface HostedServer {
  readonly uuid: string
  readonly name: string
}

/** Finds a hypervisor by its API id: a UUID, or a number before 2.53. Throws `HypervisorNotFound`. */
export const findHypervisor =
  (deps: Deps) =>
  async (id: string, kind: 'uuid' | 'number'): Promise<SurveyedNode> => {
    const nodes = await surveyNodes(deps)()
    const found = nodes.find(({ row }) => (kind === 'uuid' ? row.id : String(row.number)) === id)
    if (!found) throw errors.HypervisorNotFound({ id })
    return found
  }

/** Hypervisors whose name contains `pattern`, ignoring case. Throws `NotFound` when there are none. */
export const matchHypervisors =
  (deps: Deps) =>
  async (pattern: string): Promise<readonly SurveyedNode[]> => {
    const part = pattern.toLowerCase()
    const found = (await surveyNodes(deps)()).filter(({ row }) => row.node.toLowerCase().includes(part))
    if (found.length === 0)
      throw errors.NotFound({ reason: `No hypervisor matching '${pattern}' could be found.` })
    return found
  }

/** The servers on a hypervisor. */
export const serversOn =
  ({ databases, clock }: Deps) =>
  async ({ row, service }: SurveyedNode): Promise<readonly HostedServer[]> =>
    (await instances(await databases.cell(service.cellId), clock).onHost(row.host))
      .filter(({ node }) => node === row.node)
      .map(({ id, name }) => ({ uuid: id, name }))

/** How long a host has been up, in the format of `uptime`; null when it is down or does not answer. */
export const uptimeOf =
  ({ computeHost, log }: Pick<Deps, 'computeHost'> & { readonly log: Log }) =>
  async (ctx: Context, { row, service }: SurveyedNode): Promise<string | null> => {
    if (!service.up) return null
    try {
      return await computeHost.uptime(ctx, { cellId: service.cellId, host: row.host })
    } catch (error) {
      log.warn({ host: row.host, error }, 'a host did not report its uptime')
      return null
    }
  }
