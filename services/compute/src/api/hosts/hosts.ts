import * as operations from '@nimbo/contracts/compute/hosts'
import { addAmounts, type HostAmounts, noAmounts } from '../../app/hosts/show-host.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** An empty `zone` means no filter, as in Nova. */
const list = handle(operations.listHosts, async ({ app, query: { zone } }) => {
  const services = await app.services.survey()
  return {
    hosts: services
      .filter((one) => one.row.disabled === 0 && (!zone || one.zone === zone))
      .map((one) => ({
        host_name: one.row.host,
        service: one.row.binary.replace(/^nova-/, ''),
        zone: one.zone,
      })),
  }
})

const show = handle(operations.showHost, async ({ app, params: { host_name: host } }) => {
  const { total, usedNow, promised } = await app.hosts.show(host)
  const resource = (project: string, { cpu, memoryMb, diskGb }: HostAmounts) => ({
    resource: { host, project, cpu, memory_mb: memoryMb, disk_gb: diskGb },
  })
  return {
    host: [
      resource('(total)', total),
      resource('(used_now)', usedNow),
      resource('(used_max)', [...promised.values()].reduce(addAmounts, noAmounts)),
      ...[...promised].map(([project, amounts]) => resource(project, amounts)),
    ],
  }
})

const notHere = () => errors.Unsupported({ reason: 'Requested functionality is not supported.' })

const update = handle(operations.updateHost, async ({ app, ctx, params: { host_name: host }, body }) => {
  const { status, maintenance_mode } = body
  await app.hosts.show(host)
  if (maintenance_mode !== undefined) throw notHere()
  if (status === undefined) return { host }
  const enabled = status.trim().toLowerCase() === 'enable'
  await app.hosts.enable(ctx, host, enabled)
  return { host, status: enabled ? 'enabled' : 'disabled' }
})

const power = operations.hostPowerOperations.map((declared) =>
  handle(declared, async ({ app, params: { host_name: host } }) => {
    await app.hosts.show(host)
    throw notHere()
  }),
)

export const hostRoutes = [list, show, update, ...power]
