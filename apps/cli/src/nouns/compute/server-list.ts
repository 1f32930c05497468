import { listFlavorsInFull } from '@nimbo/contracts/compute/flavors'
import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { listImages } from '@nimbo/contracts/image/images'
import { findOptionalId } from '../../cloud/find.ts'
import { rowsAt, textAt, textIn } from '../../cloud/json-values.ts'
import { inCompute, inImage, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { also, either, flag, integer, list, oneOf, text } from '../../grammar/option.ts'
import { column, powerCell, recordCell } from '../../output/cells.ts'
import { type Columns, listOf, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind, userKind } from '../identity/identity-kinds.ts'
import { imageKind } from '../image/image-kind.ts'
import { flavorKind } from './flavor.ts'
import { serverKind } from './server-kind.ts'
import { bootedFromVolume, networksOf } from './server-view.ts'

/** The numbers of power states in the API. */
const powerStates = { pending: 0, running: 1, paused: 3, shutdown: 4, crashed: 6, suspended: 7 } as const

const options = {
  reservationId: text('<reservation-id>', 'Only return instances that match the reservation'),
  ip: text('<ip-address-regex>', 'Regular expression to match IP addresses'),
  ip6: text('<ip-address-regex>', 'Regular expression to match IPv6 addresses'),
  name: text('<name-regex>', 'Regular expression to match names'),
  instanceName: text('<server-name>', 'Regular expression to match instance name (admin only)'),
  status: text('<status>', 'Search by server status'),
  flavor: text('<flavor>', 'Search by flavor (name or ID)'),
  image: text('<image>', 'Search by image (name or ID)'),
  host: text('<hostname>', 'Search by hostname'),
  allProjects: flag('Include all projects (admin only)'),
  project: text('<project>', 'Search by project (admin only) (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  user: text('<user>', 'Search by user (name or ID)'),
  userDomain: text('<user-domain>', 'Domain the user belongs to (name or ID)'),
  deleted: flag('Only display deleted servers (admin only)'),
  availabilityZone: text('AVAILABILITY_ZONE', 'Search by availability zone'),
  keyName: text('KEY_NAME', 'Search by keypair name'),
  drive: either(
    { '--config-drive': true, '--no-config-drive': false },
    'List only servers with, or only those without, a config drive',
  ),
  progress: integer('<progress>', 'Search by progress value (%) (admin only before 2.83)'),
  vmState: text('<state>', 'Search by vm_state value'),
  taskState: text('<state>', 'Search by task_state value'),
  powerState: oneOf(
    ['pending', 'running', 'paused', 'shutdown', 'crashed', 'suspended'],
    'Search by power_state value',
  ),
  long: flag('List additional fields in output'),
  noNameLookup: also(flag('Skip flavor and image name lookup'), '-n'),
  nameLookupOneByOne: flag('Accepted for compatibility; names are always looked up together'),
  marker: text('<server>', 'The last server of the previous page (name or ID)'),
  limit: integer('<num-servers>', 'Maximum number of servers to display'),
  changesBefore: text('<changes-before>', 'List only servers changed before a certain point of time'),
  changesSince: text('<changes-since>', 'List only servers changed after a certain point of time'),
  locked: either({ '--locked': true, '--unlocked': false }, 'Only display locked, or unlocked, servers'),
  tags: list('<tag>', 'Only list servers with the specified tag (repeatable)'),
  notTags: list('<tag>', 'Only list servers without the specified tag (repeatable)'),
}

type Asked = { readonly [Key in keyof typeof options]: ReturnType<(typeof options)[Key]['read']> }

const query = async (session: Session, asked: Asked) => {
  const project = await findOptionalIn(session, projectKind, asked.project, asked.projectDomain)
  return {
    reservation_id: asked.reservationId,
    ip: asked.ip,
    ip6: asked.ip6,
    name: asked.name,
    instance_name: asked.instanceName,
    status: asked.status,
    flavor: await findOptionalId(session, flavorKind, asked.flavor),
    image: await findOptionalId(session, imageKind, asked.image),
    host: asked.host,
    tenant_id: project,
    all_tenants: asked.allProjects || project !== undefined ? true : undefined,
    user_id: await findOptionalIn(session, userKind, asked.user, asked.userDomain),
    deleted: asked.deleted ? true : undefined,
    'changes-before': asked.changesBefore,
    'changes-since': asked.changesSince,
    availability_zone: asked.availabilityZone,
    key_name: asked.keyName,
    config_drive: asked.drive,
    progress: asked.progress === undefined ? undefined : String(asked.progress),
    vm_state: asked.vmState,
    task_state: asked.taskState,
    power_state: asked.powerState && powerStates[asked.powerState],
    locked: asked.locked,
    tags: asked.tags.length > 0 ? asked.tags.join(',') : undefined,
    'not-tags': asked.notTags.length > 0 ? asked.notTags.join(',') : undefined,
    marker: asked.deleted ? asked.marker : await findOptionalId(session, serverKind, asked.marker),
    // -1 reads all pages.
    limit: asked.limit === undefined || asked.limit < 0 ? undefined : asked.limit,
  }
}

/** The names in a list by id; empty when the list cannot be read, since names are optional. */
const namesOf = async (rows: Promise<readonly Row[]>): Promise<ReadonlyMap<string, string>> =>
  new Map((await rows.catch(() => [])).map((row) => [textAt(row, 'id'), textAt(row, 'name')]))

type Names = (server: Row) => string

const imageId: Names = (server) => textIn(server, 'image', 'id') ?? bootedFromVolume

const imageNames = async (session: Session): Promise<Names> => {
  const names = await namesOf(performAll(session, inImage(listImages)))
  return (server) => {
    const id = textIn(server, 'image', 'id')
    return id === undefined ? bootedFromVolume : (names.get(id) ?? '')
  }
}

const flavorId: Names = (server) => textIn(server, 'flavor', 'id') ?? ''

/** From 2.47 on, a server contains its flavor's name. */
const flavorNames = async (session: Session): Promise<Names> => {
  if (session.computeVersion >= 2047) return (server) => textIn(server, 'flavor', 'original_name') ?? ''
  const names = await namesOf(
    performAll(session, inCompute(listFlavorsInFull), { query: { is_public: 'None' } }),
  )
  return (server) => names.get(flavorId(server)) ?? ''
}

const columnsOf = async (
  session: Session,
  { long, noNameLookup }: Asked,
  rows: readonly Row[],
): Promise<Columns> => {
  const lookUp = rows.length > 0 && !noNameLookup
  const imageName = lookUp ? await imageNames(session) : imageId
  const embedded = session.computeVersion >= 2047
  const flavorName = lookUp || embedded ? await flavorNames(session) : flavorId
  const short: Columns = { ID: 'id', Name: 'name', Status: 'status' }
  if (!long) return { ...short, Networks: networksOf, Image: imageName, Flavor: flavorName }
  return {
    ...short,
    'Task State': 'OS-EXT-STS:task_state',
    'Power State': column(powerCell, 'OS-EXT-STS:power_state'),
    Networks: networksOf,
    'Image Name': lookUp ? imageName : '',
    'Image ID': imageId,
    ...(embedded ? { Flavor: flavorName } : { 'Flavor Name': flavorName, 'Flavor ID': flavorId }),
    'Availability Zone': 'OS-EXT-AZ:availability_zone',
    Host: 'OS-EXT-SRV-ATTR:host',
    Properties: column(recordCell, 'metadata'),
    ...(rows.some((row) => row.host_status != null) && { 'Host Status': 'host_status' }),
  }
}

const further: Columns = {
  'Project ID': 'tenant_id',
  'User ID': 'user_id',
  'Created At': 'created',
  'Security Groups': (server) => rowsAt(server, 'security_groups').map((group) => group.name),
  'Task State': 'OS-EXT-STS:task_state',
  'Power State': column(powerCell, 'OS-EXT-STS:power_state'),
  'Image ID': imageId,
  'Flavor ID': flavorId,
  'Availability Zone': 'OS-EXT-AZ:availability_zone',
  Host: 'OS-EXT-SRV-ATTR:host',
  Properties: column(recordCell, 'metadata'),
}

/** `server list`, with the columns of the openstack client for the microversion in use. */
export const listServers = command({
  words: 'server list',
  summary: 'List servers',
  output: 'list',
  options,
  run: async (session, asked) => {
    const rows = await performAll(
      session,
      inCompute(listServersInFull),
      { query: await query(session, asked) },
      asked.limit,
    )
    return listOf(await columnsOf(session, asked, rows), rows, further)
  },
})
