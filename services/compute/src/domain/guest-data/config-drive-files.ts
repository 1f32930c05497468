import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { AddressedPort } from '../networks/server-port.ts'
import { ec2MetadataJson } from './ec2-metadata-json.ts'
import { contentPath, metadataJson } from './metadata-json.ts'
import { ec2Versions, has, openstackVersions } from './metadata-versions.ts'
import { networkDataJson } from './network-data-json.ts'

export interface ConfigDriveFacts {
  /** Appended to host names: `[api] dhcp_domain`. */
  readonly domain: string
  readonly randomSeed: Buffer
  /** Versions of the EC2 format to leave out: `[api] config_drive_skip_versions`. */
  readonly skippedVersions: readonly string[]
  /** The vendor data for this server: `fixed` for `vendor_data.json`, `all` for `vendor_data2.json`; empty if absent. */
  readonly vendorData?: { readonly fixed: JsonObject; readonly all: JsonObject }
}

/** The name of a file in the folder of a version; without content it is left out. */
type GuestFile = readonly [name: string, content: Uint8Array | undefined]

/** All files of a server's config drive, by path. */
export const configDriveFiles = (
  server: HostedServer,
  ports: readonly AddressedPort[],
  facts: ConfigDriveFacts,
): ReadonlyMap<string, Uint8Array> => {
  const json = (value: object): Uint8Array => Buffer.from(JSON.stringify(value))
  const userData = server.userData === undefined ? undefined : Buffer.from(server.userData, 'base64')
  const network = json(networkDataJson(ports))
  const [fixedData, allData] = [json(facts.vendorData?.fixed ?? {}), json(facts.vendorData?.all ?? {})]
  const openstack = (version: string): readonly GuestFile[] => [
    ['meta_data.json', json(metadataJson(server, ports, facts, version))],
    ['user_data', userData],
    ...(has(version, '2013-10-17') ? [['vendor_data.json', fixedData] as const] : []),
    ...(has(version, '2015-10-15') ? [['network_data.json', network] as const] : []),
    ...(has(version, '2016-10-06') ? [['vendor_data2.json', allData] as const] : []),
  ]
  const ec2 = (version: string): readonly GuestFile[] => [
    ['meta-data.json', json(ec2MetadataJson(server, ports, facts, version))],
    ['user-data', userData],
  ]
  const files = new Map<string, Uint8Array>()
  const put = (tree: string, versions: readonly string[], contents: typeof openstack): void => {
    for (const version of versions)
      for (const [name, content] of contents(version))
        if (content !== undefined) files.set(`${tree}/${version}/${name}`, content)
  }
  put('openstack', openstackVersions, openstack)
  put(
    'ec2',
    ec2Versions.filter((version) => !facts.skippedVersions.includes(version)),
    ec2,
  )
  for (const [index, { contents }] of (server.secrets?.personality ?? []).entries())
    files.set(`openstack${contentPath(index)}`, Buffer.from(contents, 'base64'))
  return files
}
