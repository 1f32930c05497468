import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, seconds, string } from '@nimbo/config/option-types'
import { auditUnits } from '@nimbo/notifications/audit-period'
import { pciOptions } from '../domain/pci/pci-options.ts'
import { serialConsoleOptions } from '../serial-console-options.ts'
import { injectionOptions } from '../injection-options.ts'
import { spiceOptions } from '../spice-options.ts'

/** The options of nova.conf that the API reads. */
export const computeOptions = [
  pciOptions,
  defineOptions('glance', {
    verify_glance_signatures: boolean({
      default: false,
      help: 'Whether compute hosts verify the signature of every image that they download. If so, servers cannot boot from unsigned images.',
    }),
    enable_certificate_validation: boolean({
      default: false,
      help: 'With verify_glance_signatures: whether the certificate of a signature must be issued by a trusted certificate. Trusted are those that the request names, otherwise those of default_trusted_certificate_ids.',
    }),
    default_trusted_certificate_ids: list({
      default: [],
      help: 'Ids of certificates in the key manager that are trusted if the request names none; used only with enable_certificate_validation.',
    }),
  }),
  defineOptions('DEFAULT', {
    default_availability_zone: string({
      default: 'nova',
      help: 'Availability zone of hosts that no host aggregate assigns to another one.',
    }),
    internal_service_availability_zone: string({
      default: 'internal',
      help: 'Availability zone shown for services that do not run servers.',
    }),
    default_schedule_zone: string({
      help: 'Availability zone of servers whose request names none; unset: any zone.',
    }),
    password_length: integer({
      default: 12,
      min: 4,
      help: 'Number of characters of generated admin passwords.',
    }),
    force_config_drive: boolean({
      default: false,
      help: 'Whether every server gets a config drive, even if the request does not ask for one.',
    }),
    instance_usage_audit: boolean({
      default: false,
      help: 'Whether a notification compute.instance.exists is sent for every server that was active in the last complete audit period.',
    }),
    instance_usage_audit_period: choice(auditUnits, {
      default: 'month',
      help: 'Length of the periods of the usage audit and its log.',
    }),
    reclaim_instance_interval: seconds({
      default: 0,
      help: 'Seconds for which deleted servers are kept, powered off, so that they can be restored; 0 deletes them at once.',
    }),
    non_inheritable_image_properties: list({
      default: ['cache_in_nova', 'bittorrent'],
      help: 'Image properties that a snapshot does not inherit from the image of its server.',
    }),
    allow_resize_to_same_host: boolean({
      default: false,
      help: 'Whether a server may stay on its host when it is resized.',
    }),
    resize_confirm_window: seconds({
      default: 0,
      help: 'Seconds after which a resize or cold migration is confirmed automatically; 0: never, users confirm it.',
    }),
    rescue_timeout: seconds({
      default: 0,
      help: 'Seconds after which a rescued server is unrescued automatically; 0: never, users do it.',
    }),
    instance_build_timeout: seconds({
      default: 0,
      help: 'Seconds after which a server whose host has not finished building it goes to ERROR; 0: never.',
    }),
    shelved_offload_time: integer({
      default: 0,
      min: -1,
      help: 'Seconds after which a shelved server is offloaded from its host; 0: at once, -1: never.',
    }),
    shelved_poll_interval: seconds({
      default: 3600,
      help: 'Seconds between two searches for shelved servers that are due to be offloaded.',
    }),
    osapi_compute_unique_server_name_scope: choice(['', 'project', 'global'], {
      default: '',
      help: 'Scope in which server names must be unique, ignoring upper and lower case: within a project, or global for the whole cloud. Empty: names need not be unique.',
    }),
    max_local_block_devices: integer({
      default: 3,
      min: -1,
      help: 'Maximum number of local disks of a server; -1 is no limit, with 0 servers can boot from volumes only.',
    }),
    default_ephemeral_format: choice(['ext2', 'ext3', 'ext4', 'xfs'], {
      help: 'File system of ephemeral disks whose request names none; unset: ext4.',
    }),
    enable_new_services: boolean({
      default: true,
      help: 'Whether servers are scheduled to a new compute host at once; if not, an administrator must enable its service first.',
    }),
    service_down_time: seconds({
      default: 60,
      help: 'Seconds without a heartbeat after which a service counts as down.',
    }),
  }),
  defineOptions('compute', {
    consecutive_build_service_disable_threshold: integer({
      default: 10,
      min: 0,
      help: 'Whether failed builds lower the weight of their host; 0 disables this, any other number enables it.',
    }),
    max_disk_devices_to_attach: integer({
      default: -1,
      min: -1,
      help: 'Maximum number of disks of a server, local disks and volumes together; -1 is no limit.',
    }),
  }),
  defineOptions('cinder', {
    cross_az_attach: boolean({
      default: true,
      help: "Whether servers may use volumes of other availability zones. If not, volumes created with a server are created in the server's zone.",
    }),
  }),
  defineOptions('api', {
    max_limit: integer({ default: 1000, min: 1, help: 'Maximum number of items in one response of a list.' }),
    list_records_by_skipping_down_cells: boolean({
      default: true,
      help: 'Whether lists omit servers of cells that are down (from microversion 2.69 on: show them in part); if not, such lists fail.',
    }),
    enable_instance_password: boolean({
      default: true,
      help: 'Whether responses to create, rebuild, rescue and evacuate requests contain the admin password.',
    }),
  }),
  defineOptions('neutron', {
    default_floating_pool: string({
      default: 'nova',
      help: 'Network from which the compute API allocates floating IPs if the request names no pool.',
    }),
  }),
  defineOptions('consoleauth', {
    token_ttl: seconds({ default: 600, help: 'Seconds for which a console URL is valid.' }),
    enforce_session_timeout: boolean({
      default: false,
      help: 'Whether console sessions are closed when their URL expires; if not, open sessions continue.',
    }),
  }),
  defineOptions('vnc', {
    auth_schemes: list({
      default: ['none'],
      help: 'How nova-novncproxy may secure connections to guests, the preferred one first: none, or vencrypt, which is TLS. With vencrypt, VNC servers need certificates (vnc_tls and vnc_tls_x509_verify in qemu.conf).',
    }),
    vencrypt_ca_certs: string({
      help: 'File with the certificate authority of the hosts, for vencrypt.',
    }),
    vencrypt_client_cert: string({
      help: 'File with the certificate that nova-novncproxy shows to hosts, for vencrypt.',
    }),
    vencrypt_client_key: string({
      help: 'File with the key of that certificate.',
    }),
    enabled: boolean({
      default: true,
      help: 'Whether VNC consoles are offered; requires a console proxy at novncproxy_base_url.',
    }),
    novncproxy_base_url: string({
      default: 'http://127.0.0.1:6080/vnc_auto.html',
      help: 'URL of the console proxy for browsers; empty: at the address of the APIs, as in a cloud of one process.',
    }),
  }),
  serialConsoleOptions,
  spiceOptions,
  injectionOptions,
  defineOptions('console', {
    allowed_origins: list({
      default: [],
      help: 'Hosts whose web pages may open consoles, in addition to the console proxy itself.',
    }),
  }),
  defineOptions('workarounds', {
    unified_limits_count_pcpu_as_vcpu: boolean({
      default: false,
      help: 'Whether dedicated CPUs count against the unified limit class:VCPU instead of class:PCPU.',
    }),
  }),
  defineOptions('quota', {
    driver: choice(
      ['nova.quota.DbQuotaDriver', 'nova.quota.NoopQuotaDriver', 'nova.quota.UnifiedLimitsDriver'],
      {
        default: 'nova.quota.DbQuotaDriver',
        help: 'Where quota limits are kept: in the database of compute (DbQuotaDriver), nowhere, so that nothing is limited (NoopQuotaDriver), or as unified limits in identity (UnifiedLimitsDriver).',
      },
    ),
    unified_limits_resource_strategy: choice(['require', 'ignore'], {
      default: 'require',
      help: 'Whether the resources in unified_limits_resource_list are the only ones that need a registered limit in identity (require), or the only ones that need none (ignore).',
    }),
    unified_limits_resource_list: list({
      default: ['servers'],
      help: 'Resources by their names in identity. A resource that needs a registered limit and has none is limited to 0; any other without a limit is unlimited.',
    }),
    recheck_quota: boolean({
      default: true,
      help: 'Whether quotas are checked again after a server has been scheduled, in case concurrent requests exceed them together.',
    }),
    count_usage_from_placement: boolean({
      default: false,
      help: 'Whether the usage of cores and memory is counted from allocations in placement instead of from servers.',
    }),
    instances: integer({
      default: 10,
      min: -1,
      help: 'Maximum number of servers per project; -1 is no limit.',
    }),
    cores: integer({
      default: 20,
      min: -1,
      help: 'Maximum number of virtual CPUs per project; -1 is no limit.',
    }),
    ram: integer({
      default: 51_200,
      min: -1,
      help: 'Maximum memory of the servers of a project, in MiB; -1 is no limit.',
    }),
    metadata_items: integer({
      default: 128,
      min: -1,
      help: 'Maximum number of metadata items per server; -1 is no limit.',
    }),
    injected_files: integer({
      default: 5,
      min: -1,
      help: 'Maximum number of files injected into a server; -1 is no limit.',
    }),
    injected_file_content_bytes: integer({
      default: 10_240,
      min: -1,
      help: 'Maximum size of an injected file, in bytes; -1 is no limit.',
    }),
    injected_file_path_length: integer({
      default: 255,
      min: -1,
      help: 'Maximum length of the path of an injected file; -1 is no limit.',
    }),
    key_pairs: integer({
      default: 100,
      min: -1,
      help: 'Maximum number of key pairs per user; -1 is no limit.',
    }),
    server_groups: integer({
      default: 10,
      min: -1,
      help: 'Maximum number of server groups per project; -1 is no limit.',
    }),
    server_group_members: integer({
      default: 10,
      min: -1,
      help: 'Maximum number of servers per server group; -1 is no limit.',
    }),
  }),
] as const

export type ComputeConfig = Config<(typeof computeOptions)[number]>
