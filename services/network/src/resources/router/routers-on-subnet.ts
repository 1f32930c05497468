import { prepared } from '@nimbo/db/prepared'
import type { Db } from '../../tables.ts'
import { routerInterfaceOwners } from '../port/device-owners.ts'

const find = prepared((db: Db, { subnetId }: { readonly subnetId: string }) =>
  db
    .selectFrom('fixed_ips')
    .innerJoin('ports', 'ports.id', 'fixed_ips.port_id')
    .innerJoin('subnets', 'subnets.id', 'fixed_ips.subnet_id')
    .select(['ports.device_id', 'fixed_ips.ip_address', 'subnets.gateway_ip'])
    .where('fixed_ips.subnet_id', '=', subnetId)
    .where('ports.device_owner', 'in', routerInterfaceOwners)
    .orderBy('ports.device_id'),
)

/** The routers with an interface on a subnet; the one with its gateway address comes first. */
export const routersOnSubnet = async (db: Db, subnetId: string): Promise<readonly string[]> => {
  const rows = await find(db, { subnetId })
  const isGateway = ({ ip_address, gateway_ip }: (typeof rows)[number]): boolean => ip_address === gateway_ip
  const inOrder = [...rows.filter(isGateway), ...rows.filter((row) => !isGateway(row))]
  return [...new Set(inOrder.map(({ device_id }) => device_id))]
}
