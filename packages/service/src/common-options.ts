import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, port, seconds, string } from '@nimbo/config/option-types'

/** Options that every role reads; the only ones allowed in `nimbo.conf`. */
export const commonOptions = [
  defineOptions('DEFAULT', {
    transport_url: string({
      help: 'URL of the message broker: rabbit://user:password@host:5672/virtual-host, several hosts separated by commas.',
      secret: true,
    }),
    host: string({
      help: 'Name of this machine in the cloud; its host name if unset.',
    }),
    my_ip: string({ default: '127.0.0.1', help: 'IP address at which other machines reach this one.' }),
    state_path: string({ default: '/var/lib/nimbo', help: 'Directory below which roles store their state.' }),
    config_path: string({
      default: '/etc/nimbo',
      help: 'Directory in which <service>/policy.yaml and <service>/api-paste.ini may replace the built-in ones.',
    }),
    log_dir: string({
      help: 'Directory of the log files, which are named after the roles of a process; standard error if unset.',
    }),
    debug: boolean({ default: false, help: 'Whether to log debug messages, too.' }),
    rpc_response_timeout: seconds({
      default: 60,
      min: 1,
      help: 'Seconds to wait for the reply to an RPC call. Some calls, such as copies of data, have longer timeouts of their own.',
    }),
    graceful_shutdown_timeout: seconds({
      default: 60,
      help: 'Seconds that requests in progress have to finish after SIGTERM; 0 for no limit.',
    }),
  }),
  defineOptions('database', {
    max_pool_size: integer({
      default: 5,
      min: 1,
      help: 'Number of connections that a process keeps to each database.',
    }),
    max_overflow: integer({
      default: 10,
      min: 0,
      help: 'Number of additional connections that it may open when those are busy.',
    }),
    pool_timeout: seconds({ default: 30, help: 'Seconds to wait for a free connection.' }),
    statement_timeout: seconds({
      default: 60,
      help: 'Maximum duration of a statement in seconds; 0 for no limit.',
    }),
    max_retries: integer({
      default: 10,
      min: -1,
      help: 'Maximum number of retries to connect to a database at start; -1 for no limit.',
    }),
    retry_interval: seconds({ default: 10, help: 'Seconds between these retries.' }),
  }),
  defineOptions('oslo_messaging_rabbit', {
    heartbeat_timeout_threshold: seconds({
      default: 60,
      help: 'Seconds without a heartbeat after which a connection to the broker is considered lost; 0 disables heartbeats.',
    }),
    rabbit_retry_interval: seconds({ default: 1, help: 'Seconds between retries to connect to a broker.' }),
    rabbit_max_retries: integer({
      default: 30,
      min: 0,
      help: 'Maximum number of retries to connect to a broker at start; 0 for no limit.',
    }),
  }),
  defineOptions('keystone_authtoken', {
    www_authenticate_uri: string({
      help: 'Public URL of identity, as given to clients; auth_url if unset.',
    }),
    auth_url: string({
      default: 'http://127.0.0.1:5000',
      help: 'URL at which services reach identity, with or without /v3.',
    }),
    invalidation_transport_url: string({
      help: 'URL of the message broker over which identity announces revoked tokens, if it is not that of the service.',
      secret: true,
    }),
    project_name: string({ default: 'service', help: 'Name of the project of the service accounts.' }),
    user_domain_name: string({ default: 'Default', help: 'Name of the domain of the service accounts.' }),
    project_domain_name: string({ default: 'Default', help: 'Name of the domain of their project.' }),
    region_name: string({ default: 'RegionOne', help: 'Region whose endpoints services use.' }),
    cafile: string({
      help: 'File of the CA certificates (PEM) with which services verify each other; those of the system if unset.',
    }),
    certfile: string({ help: 'File of the client certificate (PEM) that services present to each other.' }),
    keyfile: string({ help: 'File of the private key (PEM) of certfile; looked for in certfile if unset.' }),
    insecure: boolean({
      default: false,
      help: "Whether services accept each other's certificates without verification.",
    }),
    interface: choice(['internal', 'public', 'admin'], {
      default: 'internal',
      help: 'Interface of the endpoints that services use.',
    }),
  }),
  defineOptions('trace', {
    connection: string({
      help: 'URL of the database of traces. A process without it sends its spans over the broker to those that have it.',
      secret: true,
    }),
    otlp_endpoint: string({
      help: 'URL of an OpenTelemetry collector that receives all spans, too: http://collector:4318.',
    }),
  }),
  defineOptions('metrics', {
    enabled: boolean({
      default: true,
      help: 'Whether GET /metrics is served wherever GET /healthcheck is; no authentication is needed.',
    }),
  }),
  defineOptions('healthcheck', {
    bind_host: string({
      default: '127.0.0.1',
      help: 'Address on which a process without an API serves GET /healthcheck and GET /metrics.',
    }),
    bind_port: port({
      help: 'Port on which a process without an API serves them; not served if unset. An API serves them on its own port.',
    }),
    detailed: boolean({
      default: false,
      help: 'Whether GET /healthcheck as JSON lists all checks with their problems.',
    }),
  }),
] as const
