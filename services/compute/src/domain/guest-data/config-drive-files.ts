import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { AddressedPort } from '../networks/server-port.ts'
import { ec2MetadataJson } from './ec2-metadata-json.ts'
import { contentPath, metadataJson } from './metadata-json.ts'
import { networkDataJson } from './network-data-json.ts'

/** Versions of the OpenStack format with network data; older guests read older versions. */
const openstackVersions = [
  '2015-10-15',
  '2016-06-30',
  '2016-10-06',
  '2017-02-22',
  '2018-08-27',
  '2020-10-14',
  'latest',
]
/** Versions of the EC2 format, oldest first. */
const ec2Versions = [
  ...['1.0', '2007-01-19', '2007-03-01', '2007-08-29', '2007-10-10', '2007-12-15'],
  ...['2008-02-01', '2008-09-01', '2009-04-04', 'latest'],
]

export interface ConfigDriveFacts {
  /** Appended to host names: `[api] dhcp_domain`. */
  readonly domain: string
  readonly randomSeed: Buffer
  /** Versions of the EC2 format to leave out: `[api] config_drive_skip_versions`. */
  readonly skippedVersions: readonly string[]
  /** The vendor data for this server: `fixed` for `vendor_data.json`, `all` for `vendor_data2.json`; empty if absent. */
  readonly vendorData?: { readonly fixed: JsonObject; readonly all: JsonObject }
}

/** All files of a server's config drive, by path. */
export const configDriveFiles = (
  server: HostedServer,
  ports: readonly AddressedPort[],
  facts: ConfigDriveFacts,
): ReadonlyMap<string, Uint8Array> => {
  const json = (value: object): Uint8Array => Buffer.from(JSON.stringify(value))
  const userData = server.userData === undefined ? undefined : Buffer.from(server.userData, 'base64')
  const openstack: readonly (readonly [string, Uint8Array | undefined])[] = [
    ['meta_data.json', json(metadataJson(server, ports, facts))],
    ['network_data.json', json(networkDataJson(ports))],
    ['vendor_data.json', json(facts.vendorData?.fixed ?? {})],
    ['vendor_data2.json', json(facts.vendorData?.all ?? {})],
    ['user_data', userData],
  ]
  const ec2: readonly (readonly [string, Uint8Array | undefined])[] = [
    ['meta-data.json', json(ec2MetadataJson(server, ports))],
    ['user-data', userData],
  ]
  const files = new Map<string, Uint8Array>()
  const put = (tree: string, versions: readonly string[], contents: typeof openstack) => {
    for (const version of versions)
      for (const [name, content] of contents)
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
