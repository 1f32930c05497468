import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, seconds, string } from '@nimbo/config/option-types'
import { auditUnits } from '@nimbo/notifications/audit-period'
import { pciOptions } from '../domain/pci/pci-options.ts'
import { spiceOptions } from '../spice-options.ts'

/** The options of nova.conf that the API reads. */
export const computeOptions = [
  pciOptions,
  defineOptions('glance', {
    verify_glance_signatures: boolean({
      default: false,
      help: 'Whether hosts verify the signature of every image that they download; unsigned images boot no servers then.',
    }),
    enable_certificate_validation: boolean({
      default: false,
      help: 'Whether the certificate of a signature must then be signed by trusted certificates: those of the request, or the default ones.',
    }),
    default_trusted_certificate_ids: list({
      default: [],
      help: 'Certificates of the key manager that are trusted where a request names none.',
    }),
  }),
  defineOptions('DEFAULT', {
    default_availability_zone: string({
      default: 'nova',
      help: 'The zone of hosts that no aggregate puts into another.',
    }),
    internal_service_availability_zone: string({
      default: 'internal',
      help: 'The zone shown for services that run no servers.',
    }),
    default_schedule_zone: string({ help: 'The zone of servers whose request names none; unset: any zone.' }),
    password_length: integer({ default: 12, min: 4, help: 'Length of generated admin passwords.' }),
    force_config_drive: boolean({
      default: false,
      help: 'Whether every server gets a config drive, asked for or not.',
    }),
    instance_usage_audit: boolean({
      default: false,
      help: 'Whether an exists notification is sent of every server that was active in the last whole audit period.',
    }),
    instance_usage_audit_period: choice(auditUnits, {
      default: 'month',
      help: 'How long the periods of the usage audit and its log are.',
    }),
    reclaim_instance_interval: seconds({
      default: 0,
      help: 'How long deleted servers are kept, switched off, to be restored; 0 deletes them at once.',
    }),
    non_inheritable_image_properties: list({
      default: ['cache_in_nova', 'bittorrent'],
      help: 'Properties of an image that images of its servers do not have.',
    }),
    allow_resize_to_same_host: boolean({
      default: false,
      help: 'Whether a server that gets another flavor may stay on its host.',
    }),
    resize_confirm_window: seconds({
      default: 0,
      help: 'After how long a server that was resized or migrated is confirmed by itself; 0 leaves that to its user.',
    }),
    rescue_timeout: seconds({
      default: 0,
      help: 'After how long a rescued server is started from its own disk again by itself; 0 leaves that to its user.',
    }),
    instance_build_timeout: seconds({
      default: 0,
      help: 'After how long a server that its host is still building ends in ERROR; 0 never.',
    }),
    shelved_offload_time: integer({
      default: 0,
      min: -1,
      help: 'How many seconds a shelved server stays on its host; 0 takes it off at once, -1 never.',
    }),
    shelved_poll_interval: seconds({
      default: 3600,
      help: 'How often shelved servers are looked for that have stayed on their hosts long enough.',
    }),
    osapi_compute_unique_server_name_scope: choice(['', 'project', 'global'], {
      default: '',
      help: 'Among which servers names are unique, whatever the case of their letters: those of a project, or all; empty: any name may be given.',
    }),
    max_local_block_devices: integer({
      default: 3,
      min: -1,
      help: 'Most local disks of a server; -1 is no limit, 0 lets servers boot from volumes only.',
    }),
    default_ephemeral_format: choice(['ext2', 'ext3', 'ext4', 'xfs'], {
      help: 'The file system of ephemeral disks whose request names none; unset: ext4.',
    }),
    enable_new_services: boolean({
      default: true,
      help: 'Whether servers are scheduled to a new compute host at once; otherwise an administrator enables its service first.',
    }),
    service_down_time: seconds({
      default: 60,
      help: 'After how long without a sign of life a service counts as down.',
    }),
  }),
  defineOptions('compute', {
    consecutive_build_service_disable_threshold: integer({
      default: 10,
      min: 0,
      help: 'Whether builds that fail on a host count against it when hosts are weighed; 0: they do not, any other number: they do.',
    }),
    max_disk_devices_to_attach: integer({
      default: -1,
      min: -1,
      help: 'Most disks of a server, local ones and volumes; -1 is no limit.',
    }),
  }),
  defineOptions('cinder', {
    cross_az_attach: boolean({
      default: true,
      help: "Whether servers may have volumes of other availability zones; otherwise volumes made with a server are made in the server's zone.",
    }),
  }),
  defineOptions('api', {
    max_limit: integer({ default: 1000, min: 1, help: 'Most items a list gives at once.' }),
    list_records_by_skipping_down_cells: boolean({
      default: true,
      help: 'Whether lists leave out (or, from 2.69 on, show in part) servers of cells that are down; otherwise such lists fail.',
    }),
    enable_instance_password: boolean({
      default: true,
      help: 'Whether the reply to a create carries the admin password.',
    }),
  }),
  defineOptions('neutron', {
    default_floating_pool: string({
      default: 'nova',
      help: 'The network that floating IPs come from which clients ask compute for without naming one.',
    }),
  }),
  defineOptions('consoleauth', {
    token_ttl: seconds({ default: 600, help: 'How long a console URL can be used.' }),
    enforce_session_timeout: boolean({
      default: false,
      help: 'Whether a session ends with its URL; otherwise it may go on.',
    }),
  }),
  defineOptions('vnc', {
    enabled: boolean({
      default: true,
      help: 'Whether VNC consoles are offered; needs a console proxy at novncproxy_base_url.',
    }),
    novncproxy_base_url: string({
      default: 'http://127.0.0.1:6080/vnc_auto.html',
      help: 'Where browsers reach the console proxy; empty: beside the APIs, as in a cloud of one process.',
    }),
  }),
  defineOptions('serial_console', {
    enabled: boolean({
      default: false,
      help: 'Whether serial consoles are offered; needs a proxy at base_url.',
    }),
    base_url: string({
      default: 'ws://127.0.0.1:6083/',
      help: 'Where clients reach the serial proxy; empty: beside the APIs, as in a cloud of one process.',
    }),
  }),
  spiceOptions,
  defineOptions('console', {
    allowed_origins: list({
      default: [],
      help: 'Hosts whose pages may open consoles, beside the proxy itself.',
    }),
  }),
  defineOptions('workarounds', {
    unified_limits_count_pcpu_as_vcpu: boolean({
      default: false,
      help: 'Whether dedicated CPUs count as VCPU against unified limits.',
    }),
  }),
  defineOptions('quota', {
    driver: choice(
      ['nova.quota.DbQuotaDriver', 'nova.quota.NoopQuotaDriver', 'nova.quota.UnifiedLimitsDriver'],
      {
        default: 'nova.quota.DbQuotaDriver',
        help: 'Where limits are: set here for projects and classes, nowhere, or in identity for all services alike.',
      },
    ),
    unified_limits_resource_strategy: choice(['require', 'ignore'], {
      default: 'require',
      help: 'Whether unified_limits_resource_list names what must be registered in identity, or what need not be.',
    }),
    unified_limits_resource_list: list({
      default: ['servers'],
      help: 'Resources by their names in identity. Of one that must be registered and is not there may be nothing; of another, any amount.',
    }),
    recheck_quota: boolean({
      default: true,
      help: 'Whether quotas are looked at again once a server has its place, since several may have been asked for at once.',
    }),
    count_usage_from_placement: boolean({
      default: false,
      help: 'Whether cores and memory are counted from what placement has allocated, instead of from servers.',
    }),
    instances: integer({ default: 10, min: -1, help: 'Servers of a project; -1 is no limit.' }),
    cores: integer({ default: 20, min: -1, help: 'Virtual CPUs of a project; -1 is no limit.' }),
    ram: integer({ default: 51_200, min: -1, help: 'Mebibytes of memory of a project; -1 is no limit.' }),
    metadata_items: integer({ default: 128, min: -1, help: 'Metadata items of a server.' }),
    injected_files: integer({ default: 5, min: -1, help: 'Files put into a server at boot.' }),
    injected_file_content_bytes: integer({ default: 10_240, min: -1, help: 'Bytes of such a file.' }),
    injected_file_path_length: integer({ default: 255, min: -1, help: 'Length of such a path.' }),
    key_pairs: integer({ default: 100, min: -1, help: 'Key pairs of a user.' }),
    server_groups: integer({ default: 10, min: -1, help: 'Server groups of a project.' }),
    server_group_members: integer({ default: 10, min: -1, help: 'Servers of a server group.' }),
  }),
] as const

export type ComputeConfig = Config<(typeof computeOptions)[number]>
