import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, port, seconds, string } from '@nimbo/config/option-types'

/** Options that every role reads; the only ones allowed in `nimbo.conf`. */
export const commonOptions = [
  defineOptions('DEFAULT', {
    transport_url: string({
      help: 'The message broker: rabbit://user:password@host:5672/virtual-host, several hosts separated by commas.',
      secret: true,
    }),
    host: string({
      help: 'The name by which this machine is known to the cloud; its host name unless given.',
    }),
    my_ip: string({ default: '127.0.0.1', help: 'The address by which other machines reach this one.' }),
    state_path: string({ default: '/var/lib/nimbo', help: 'What a role keeps on disk stands below here.' }),
    config_path: string({
      default: '/etc/nimbo',
      help: 'Where <service>/policy.yaml and <service>/api-paste.ini may replace the built-in ones.',
    }),
    log_dir: string({ help: 'A file for each process of a role is kept there; unset: standard error.' }),
    debug: boolean({ default: false, help: 'Log more.' }),
    rpc_response_timeout: seconds({
      default: 60,
      min: 1,
      help: 'How long to wait for the answer to a call between roles that needs no time of its own, as copies of data do.',
    }),
    graceful_shutdown_timeout: seconds({
      default: 60,
      help: 'How long what is under way may take to end after SIGTERM.',
    }),
  }),
  defineOptions('database', {
    max_pool_size: integer({ default: 5, min: 1, help: 'Connections a process keeps to each database.' }),
    max_overflow: integer({
      default: 10,
      min: 0,
      help: 'Further connections it may open when those are busy.',
    }),
    pool_timeout: seconds({ default: 30, help: 'How long to wait for a free connection.' }),
    statement_timeout: seconds({ default: 60, help: 'How long a statement may take; 0 is no limit.' }),
    max_retries: integer({
      default: 10,
      min: -1,
      help: 'How often to try again at start to reach a database; -1 is without end.',
    }),
    retry_interval: seconds({ default: 10, help: 'How long to wait before that.' }),
  }),
  defineOptions('oslo_messaging_rabbit', {
    heartbeat_timeout_threshold: seconds({
      default: 60,
      help: 'After how long without a sign of life a connection to the broker counts as lost; 0 never.',
    }),
    rabbit_retry_interval: seconds({ default: 1, help: 'How long to wait before trying a broker again.' }),
    rabbit_max_retries: integer({
      default: 30,
      min: 0,
      help: 'How often to try again at start to reach a broker; 0 is without end.',
    }),
  }),
  defineOptions('keystone_authtoken', {
    www_authenticate_uri: string({
      help: 'The public address of identity, as clients are told it; auth_url unless given.',
    }),
    auth_url: string({
      default: 'http://127.0.0.1:5000',
      help: 'Where services reach identity, with or without /v3.',
    }),
    invalidation_transport_url: string({
      help: 'The broker over which identity tells which tokens hold no longer, where it is not that of the service.',
      secret: true,
    }),
    project_name: string({ default: 'service', help: 'The project of the services.' }),
    user_domain_name: string({ default: 'Default', help: 'The domain of their accounts.' }),
    project_domain_name: string({ default: 'Default', help: 'The domain of their project.' }),
    region_name: string({ default: 'RegionOne', help: 'The region whose endpoints are used.' }),
    cafile: string({
      help: 'Authorities by which services trust each other (PEM); those of the system unless given.',
    }),
    certfile: string({ help: 'A certificate that services show each other (PEM).' }),
    keyfile: string({ help: 'Its private key (PEM).' }),
    insecure: boolean({ default: false, help: 'Whether services take any certificate of each other.' }),
    interface: choice(['internal', 'public', 'admin'], {
      default: 'internal',
      help: 'Which of their endpoints.',
    }),
  }),
  defineOptions('trace', {
    connection: string({
      help: 'The database of traces. A process without it hands its spans to those that have it, over the broker.',
      secret: true,
    }),
    otlp_endpoint: string({
      help: 'A collector of OpenTelemetry that gets all spans too: http://collector:4318.',
    }),
  }),
  defineOptions('metrics', {
    enabled: boolean({
      default: true,
      help: 'Whether GET /metrics is answered wherever GET /healthcheck is, to whoever asks.',
    }),
  }),
  defineOptions('healthcheck', {
    bind_host: string({
      default: '127.0.0.1',
      help: 'Where a process without an API answers GET /healthcheck and GET /metrics.',
    }),
    bind_port: port({ help: 'The port for that; unset: nowhere. An API answers them on its own port.' }),
    detailed: boolean({
      default: false,
      help: 'Whether the answer tells what is not well, and not only that.',
    }),
  }),
] as const
