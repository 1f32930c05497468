import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, multiple, seconds, string } from '@nimbo/config/option-types'
import { enforcementModels } from '@nimbo/contracts/identity/limits'
import { loginMethods } from '@nimbo/contracts/identity/tokens'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import { hashAlgorithms } from './domain/authentication/hash-recipe.ts'
import { keyOptions } from './key-options.ts'
import { securityOptions } from './security-options.ts'

/** The options of keystone.conf. */
export const keystoneOptions = [
  ...notificationOptions('keystone'),
  defineOptions('DEFAULT', {
    notification_format: choice(['cadf', 'basic'], {
      default: 'cadf',
      help: 'Format of notifications: cadf sends audit events in the CADF format, basic only the id of the resource.',
    }),
    notification_opt_out: multiple({
      default: ['identity.authenticate.success', 'identity.authenticate.pending'],
      help: 'Event types for which no notifications are sent; those of logins end in the outcome: identity.authenticate.failure.',
    }),
    max_db_limit: integer({
      default: 1000,
      min: 1,
      help: 'Maximum number of records that a list returns at once.',
    }),
    purge_interval: seconds({
      default: 3600,
      min: 1,
      help: 'Seconds between two runs that delete expired records from the database: trusts, federated group memberships, SAML assertions, revocation events.',
    }),
    max_project_tree_depth: integer({
      default: 5,
      min: 1,
      help: 'Maximum depth of the project hierarchy; with the enforcement model strict_two_level it is always 1.',
    }),
  }),
  defineOptions('auth', {
    methods: list({
      default: [...loginMethods],
      help: 'Authentication methods with which users may log in. Unlike in Keystone, totp is one of them by default.',
    }),
  }),
  defineOptions('token', {
    provider: choice(['fernet', 'jws'], {
      default: 'fernet',
      help: 'Format of tokens: fernet tokens are encrypted, so that nobody else can read them; jws tokens are signed, so that anybody with the public key can verify them.',
    }),
    expiration: seconds({ default: 3600, min: 1, help: 'Lifetime of a token in seconds.' }),
    allow_expired_window: seconds({
      default: 172_800,
      help: 'Seconds after its expiry for which services that ask for it can still validate a token, so that long operations can finish.',
    }),
    allow_rescope_scoped_token: boolean({
      default: true,
      help: 'Whether a scoped token may be exchanged for one with another scope; if not, only unscoped tokens may be.',
    }),
  }),
  defineOptions('receipt', {
    expiration: seconds({
      default: 300,
      min: 1,
      help: 'Seconds that a user has to complete a multi-factor login after the first factor.',
    }),
  }),
  defineOptions('fernet_receipts', {
    key_repository: string({
      help: 'Directory of the keys that encrypt receipts of multi-factor logins, the same for all processes; receipt-keys in the state directory if unset.',
    }),
    max_active_keys: integer({
      default: 3,
      min: 1,
      help: 'Number of keys that a rotation keeps, including the primary and the staged key.',
    }),
  }),
  defineOptions('credential', {
    key_repository: string({
      help: 'Directory of the keys that encrypt credentials, the same for all processes; credential-keys in the state directory if unset.',
    }),
    user_limit: integer({
      default: -1,
      min: -1,
      help: 'Maximum number of credentials per user; -1 for unlimited.',
    }),
    auth_ttl: integer({
      default: 15,
      min: 1,
      help: 'Minutes after its timestamp for which a request signed with an EC2 credential is accepted.',
    }),
  }),
  defineOptions('totp', {
    included_previous_windows: integer({
      default: 1,
      min: 0,
      max: 10,
      help: 'Number of previous 30-second windows whose passcodes are accepted, too.',
    }),
  }),
  defineOptions('unified_limit', {
    enforcement_model: choice(enforcementModels, {
      default: 'flat',
      help: 'Enforcement model of unified limits: flat ignores the project hierarchy; strict_two_level keeps the limits of projects within the limit of their domain.',
    }),
  }),
  defineOptions('endpoint_filter', {
    return_all_endpoints_if_no_filter: boolean({
      default: true,
      help: 'Whether the catalog of a project without associated endpoints contains all endpoints; if false, it contains none.',
    }),
  }),
  defineOptions('federation', {
    trusted_proxies: list({
      default: [],
      help: 'IP addresses of the trusted proxies: assertions in request headers are accepted only from these.',
    }),
    assertion_prefix: string({
      default: '',
      help: 'Prefix of the headers in which trusted proxies pass on assertions; without it, no headers are read. The proxies must remove headers with this prefix from the requests of their clients.',
    }),
    remote_id_attribute: string({
      help: 'Header with the identifier of the identity provider, which must be one of its remote ids; used for protocols that set none of their own. If neither is set, the identifier is not checked.',
    }),
    trusted_dashboard: list({
      default: [],
      help: 'URLs of dashboards to which users may be sent back with a token after they logged in at their identity provider: https://cloud.example/dashboard/auth/websso/.',
    }),
    default_authorization_ttl: integer({
      default: 0,
      min: 0,
      help: 'Minutes for which federated users keep the group memberships that their identity provider asserted, but at least the lifetime of a token. An identity provider may have its own value.',
    }),
  }),
  defineOptions('openid', {
    provider_metadata_url: string({
      help: 'URL of the metadata of the OpenID provider: https://accounts.example/.well-known/openid-configuration. With it, OpenID Connect logins need no proxy with mod_auth_openidc. The issuer must be one of the remote ids of an identity provider.',
    }),
    client_id: string({ help: 'Client id with which this cloud is registered at the OpenID provider.' }),
    client_secret: string({ secret: true, help: 'Client secret of this cloud at the OpenID provider.' }),
    public_url: string({
      help: 'Public URL of this identity service: https://cloud.example/identity. Register these paths below it as redirect URIs at the provider: /v3/auth/OS-FEDERATION/websso/PROTOCOL and /v3/auth/OS-FEDERATION/identity_providers/IDP/protocols/PROTOCOL/websso.',
    }),
    scope: string({
      default: 'openid email profile',
      help: 'Scopes to request from the OpenID provider, separated by spaces.',
    }),
  }),
  defineOptions('saml', {
    idp_entity_id: string({
      help: 'Entity ID of this cloud as a SAML identity provider: https://cloud.example/identity/v3/OS-FEDERATION/saml2/idp. If unset, no assertions are issued.',
    }),
    idp_sso_endpoint: string({
      help: 'URL of the single sign-on endpoint in the metadata of this identity provider: https://cloud.example/identity/v3/OS-FEDERATION/saml2/sso.',
    }),
    certfile: string({
      help: 'Certificate (PEM) with which others verify the assertions that this cloud issues.',
    }),
    keyfile: string({ help: 'RSA private key (PEM) of certfile.' }),
    sp_url: string({
      help: 'Public URL of this identity service as a SAML service provider: https://cloud.example/identity. The Recipient of an assertion must be a URL below it. If unset, SAML responses are refused.',
    }),
    sp_entity_id: string({
      help: 'Entity ID of this cloud as a SAML service provider, which is the Audience of assertions for it; sp_url if unset.',
    }),
    trusted_idp_metadata_dir: string({
      help: 'Directory of the metadata of trusted SAML identity providers, in files *.xml.',
    }),
    assertion_expiration_time: seconds({
      default: 3600,
      min: 1,
      help: 'Seconds for which an assertion issued by this cloud is valid.',
    }),
    idp_metadata_path: string({
      help: 'File to serve as the metadata of this identity provider; generated from the other options if unset.',
    }),
    idp_lang: string({ default: 'en', help: 'Language of the organization names in the metadata.' }),
    idp_organization_name: string({
      default: 'SAML Identity Provider',
      help: 'Name of the organization in the metadata.',
    }),
    idp_organization_display_name: string({
      default: 'OpenStack SAML Identity Provider',
      help: 'Display name of the organization in the metadata.',
    }),
    idp_organization_url: string({
      help: 'URL of the organization in the metadata; if unset, the metadata contain no organization.',
    }),
    idp_contact_company: string({ help: 'Company of the contact person in the metadata.' }),
    idp_contact_name: string({ help: 'Given name of the contact person in the metadata.' }),
    idp_contact_surname: string({ help: 'Surname of the contact person in the metadata.' }),
    idp_contact_email: string({ help: 'Email address of the contact person in the metadata.' }),
    idp_contact_telephone: string({ help: 'Telephone number of the contact person in the metadata.' }),
    idp_contact_type: choice(['technical', 'support', 'administrative', 'billing', 'other'], {
      default: 'other',
      help: 'Type of the contact person in the metadata.',
    }),
  }),
  defineOptions('oauth1', {
    request_token_duration: integer({
      default: 28_800,
      min: 0,
      help: 'Lifetime in seconds of an OAuth 1 request token, within which a user must authorize it; 0 for no expiry.',
    }),
    access_token_duration: integer({
      default: 86_400,
      min: 0,
      help: 'Lifetime in seconds of an OAuth 1 access token; 0 for no expiry.',
    }),
  }),
  defineOptions('oauth2', {
    oauth2_authn_methods: list({
      default: ['tls_client_auth', 'client_secret_basic'],
      help: 'Authentication methods of clients at /v3/OS-OAUTH2/token: tls_client_auth by a TLS client certificate, client_secret_basic by an application credential.',
    }),
    oauth2_cert_dn_mapping_id: string({
      default: 'oauth2_mapping',
      help: 'Id of the mapping that finds the user of a client certificate by attributes of its subject and issuer: SSL_CLIENT_SUBJECT_DN_CN, SSL_CLIENT_ISSUER_DN_O and so on.',
    }),
  }),
  defineOptions('trust', {
    max_redelegation_count: integer({
      default: 3,
      min: 0,
      help: 'Maximum number of successive redelegations of a trust.',
    }),
  }),
  defineOptions('identity', {
    domain_specific_drivers_enabled: boolean({
      default: false,
      help: 'Whether domains may have their users in LDAP directories: those whose configuration (/v3/domains/ID/config) sets [identity] driver = ldap.',
    }),
    password_hash_algorithm: choice(hashAlgorithms, {
      default: 'scrypt',
      help: 'Hash algorithm for passwords. A password hashed with another one is hashed again when its user logs in.',
    }),
    password_hash_rounds: integer({
      min: 1,
      help: 'Cost of hashing a password: the exponent of 2 for scrypt (default 14, at most 20) and bcrypt (default 12, 4 to 31), the number of rounds for pbkdf2_sha512 (default 60000). A password hashed with fewer rounds is hashed again when its user logs in.',
    }),
  }),
  securityOptions,
  ...keyOptions,
] as const

export type KeystoneConfig = Config<(typeof keystoneOptions)[number]>

/** The options of `[security_compliance]`. */
export type SecurityCompliance = KeystoneConfig['security_compliance']

/** The configuration with all defaults. */
export const defaultKeystoneConfig = (): KeystoneConfig =>
  loadConfig({ files: [], env: {}, options: keystoneOptions })
