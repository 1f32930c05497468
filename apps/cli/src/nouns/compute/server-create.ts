import { createServer as makeServer } from '@nimbo/contracts/compute/servers'
import { fileContent } from '../../cloud/file-content.ts'
import { findId, findOptionalId, getById } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inCompute, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { either, flag, integer, list, requiredText, properties, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { imageWith } from '../image/image-with.ts'
import { securityGroupKind } from '../network/network-kinds.ts'
import { flavorKind } from './flavor.ts'
import { blockDeviceOptions, blockDevices } from './server-block-devices.ts'
import { serverKind } from './server-kind.ts'
import { networkOptions, serverNetworks } from './server-networks.ts'
import { showServer } from './server-view.ts'
import { waitForStatus } from './server-wait.ts'

const options = {
  flavor: requiredText('<flavor>', 'Create server with this flavor (name or ID)'),
  image: text('<image>', 'Create server boot disk from this image (name or ID)'),
  imageProperty: properties('Create server boot disk from the image that has this property (repeatable)'),
  ...blockDeviceOptions,
  ...networkOptions,
  password: text('<password>', 'Set the password to this server'),
  securityGroup: list(
    '<security-group>',
    'Security group to assign to this server (name or ID) (repeatable)',
  ),
  keyName: text('<key-name>', 'Keypair to inject into this server'),
  property: properties('Set a property on this server (repeat option to set multiple values)'),
  file: properties(
    '<dest-filename=source-filename> to inject into image before boot (up to compute API 2.56) (repeatable)',
  ),
  userData: text('<user-data>', 'User data file to serve from the metadata server'),
  description: text('<description>', 'Set description for the server (2.19 or above)'),
  availabilityZone: text('<zone-name>', 'Select an availability zone for the server: zone[:host[:node]]'),
  host: text('<host>', 'Requested host to create servers (admin only) (2.74 or above)'),
  hypervisorHostname: text(
    '<hypervisor-hostname>',
    'Requested hypervisor hostname to create servers (admin only) (2.74 or above)',
  ),
  hint: properties('Hint for the scheduler (repeatable)'),
  drive: either({ '--use-config-drive': true, '--no-config-drive': false }, 'Enable or disable config drive'),
  configDrive: text(
    '<config-drive-volume>|True',
    'Deprecated, use --use-config-drive; any value but none, false or 0 enables it',
  ),
  min: integer('<count>', 'Minimum number of servers to launch (default=1)'),
  max: integer('<count>', 'Maximum number of servers to launch (default=1)'),
  tag: list('<tag>', 'Tags for the server (repeatable) (2.52 or above)'),
  hostname: text('<hostname>', 'Hostname configured for the server in the metadata service (2.90 or above)'),
  wait: flag('Wait for build to complete'),
  trustedImageCert: list('<trusted-cert-id>', 'Trusted image certificate IDs (repeatable) (2.63 or above)'),
}

type Asked = { readonly [Key in keyof typeof options]: ReturnType<(typeof options)[Key]['read']> }

const injected = async (files: Asked['file']) =>
  files === undefined
    ? undefined
    : Promise.all(
        Object.entries(files).map(async ([path, source]) => ({ path, contents: await fileContent(source) })),
      )

/** `--config-drive` takes a value for historical reasons; only a negative one disables it. */
const configDrive = ({ drive, configDrive: word }: Asked): boolean | undefined => {
  if (drive !== undefined || word === undefined) return drive
  return ['none', 'false', '0'].includes(word.toLowerCase()) ? undefined : true
}

const counts = ({ min, max }: Asked) => {
  const least = min ?? 1
  const most = max ?? Math.max(least, 1)
  if (least > most) throw new UsageError('min instances should be <= max instances')
  return { min_count: least, max_count: most }
}

const someOf = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined)

const groupNames = async (session: Session, groups: readonly string[]) =>
  someOf(
    await Promise.all(
      groups.map(async (group) => ({ name: await findId(session, securityGroupKind, group) })),
    ),
  )

const serverBody = async (session: Session, name: string, asked: Asked): Promise<Row> => {
  const { image: named, imageProperty, volume, snapshot } = asked
  const roots = { '--image': named, '--image-property': imageProperty, '--volume': volume }
  refuseTwoOf({ ...roots, '--snapshot': snapshot })
  const image = imageProperty
    ? await imageWith(session, imageProperty)
    : await findOptionalId(session, imageKind, named)
  const devices = await blockDevices(session, asked, image)
  if (image === undefined && devices.length === 0) {
    const ways = [...Object.keys(roots), '--snapshot', '--block-device'].join(' ')
    throw new UsageError(`one of the arguments ${ways} is required`)
  }
  return given({
    name,
    imageRef: asked.bootFromVolume === undefined ? (image ?? '') : '',
    flavorRef: await findId(session, flavorKind, asked.flavor),
    ...counts(asked),
    networks: await serverNetworks(session, asked),
    block_device_mapping_v2: someOf(devices),
    adminPass: asked.password,
    security_groups: await groupNames(session, asked.securityGroup),
    key_name: asked.keyName,
    metadata: asked.property,
    personality: await injected(asked.file),
    user_data: asked.userData === undefined ? undefined : await fileContent(asked.userData),
    description: asked.description,
    availability_zone: asked.availabilityZone,
    host: asked.host,
    hypervisor_hostname: asked.hypervisorHostname,
    config_drive: configDrive(asked),
    tags: someOf(asked.tag),
    hostname: asked.hostname,
    trusted_image_certificates: someOf(asked.trustedImageCert),
  })
}

/** `server create`: resolves all names before creating anything. */
export const createServer = command({
  words: 'server create',
  summary: 'Create a new server',
  output: 'one',
  positionals: { name: one('<server-name>', 'New server name') },
  options,
  run: async (session, { name, ...asked }) => {
    const server = await serverBody(session, name, asked)
    const body = { server, ...(asked.hint !== undefined && { 'os:scheduler_hints': asked.hint }) }
    const created = rowAt(await perform(session, inCompute(makeServer), { body }), 'server')
    const id = textAt(created, 'id')
    const current = asked.wait
      ? await waitForStatus(session, id, ['ACTIVE'])
      : await getById(session, serverKind, id)
    return showServer(session, { ...created, ...current })
  },
})
