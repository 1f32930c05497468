import { loadConfig } from '@nimbo/config/load-config'
import { option, type Settings } from '@nimbo/config/option'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, multiple, seconds, string } from '@nimbo/config/option-types'
import { enforcementModels } from '@nimbo/contracts/identity/limits'
import { loginMethods } from '@nimbo/contracts/identity/tokens'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import { hashAlgorithms } from './domain/authentication/hash-recipe.ts'
import { keyOptions } from './key-options.ts'

/** A regular expression that is matched from the beginning of a text. */
const pattern = <const S extends Settings<RegExp>>(settings: S) =>
  option<RegExp, S>(
    {
      description: 'regular expression',
      parse: (text) => {
        try {
          return new RegExp(`^(?:${text})`)
        } catch {
          throw new Error('a regular expression')
        }
      },
      format: ({ source }) => source,
    },
    settings,
  )

/** The options of keystone.conf. */
export const keystoneOptions = [
  ...notificationOptions('keystone'),
  defineOptions('DEFAULT', {
    notification_format: choice(['cadf', 'basic'], {
      default: 'cadf',
      help: 'Whether notifications are audit events of the CADF, or tell no more than the id of a resource.',
    }),
    notification_opt_out: multiple({
      default: ['identity.authenticate.success', 'identity.authenticate.pending'],
      help: 'Event types that are not told; those of logins with their outcome.',
    }),
    max_db_limit: integer({ default: 1000, min: 1, help: 'Most records a list gives at once.' }),
    purge_interval: seconds({
      default: 3600,
      min: 1,
      help: 'How often what has expired (trusts, events that end tokens) is taken out of the database.',
    }),
    max_project_tree_depth: integer({
      default: 5,
      min: 1,
      help: 'How deep projects may lie below each other.',
    }),
  }),
  defineOptions('auth', {
    methods: list({
      default: [...loginMethods],
      help: 'The methods with which users may log in. Keystone has totp only where an operator adds it.',
    }),
  }),
  defineOptions('token', {
    provider: choice(['fernet', 'jws'], {
      default: 'fernet',
      help: 'What tokens are: sealed, so that nobody else can read them, or signed, so that anybody can check them who has the public key.',
    }),
    expiration: seconds({ default: 3600, min: 1, help: 'How long a token holds.' }),
    allow_expired_window: seconds({
      default: 172_800,
      help: 'How long after its end a token can still be shown to services that ask for it.',
    }),
    allow_rescope_scoped_token: boolean({
      default: true,
      help: 'Whether a token with a scope may be exchanged for one with another.',
    }),
  }),
  defineOptions('receipt', {
    expiration: seconds({
      default: 300,
      min: 1,
      help: 'How long there is to give the rest of several proofs.',
    }),
  }),
  defineOptions('fernet_receipts', {
    key_repository: string({
      help: 'Directory of the keys of receipts, the same for every process; receipt-keys in the state directory unless set.',
    }),
    max_active_keys: integer({ default: 3, min: 1, help: 'How many keys a rotation keeps.' }),
  }),
  defineOptions('credential', {
    key_repository: string({
      help: 'Directory of the keys that credentials are kept under, the same for every process; credential-keys in the state directory unless set.',
    }),
    user_limit: integer({
      default: -1,
      min: -1,
      help: 'How many credentials a user may have; -1 for any number.',
    }),
    auth_ttl: integer({
      default: 15,
      min: 1,
      help: 'For how many minutes a signature of an EC2 credential holds.',
    }),
  }),
  defineOptions('totp', {
    included_previous_windows: integer({
      default: 1,
      min: 0,
      max: 10,
      help: 'How many half minutes ago a passcode may be of.',
    }),
  }),
  defineOptions('unified_limit', {
    enforcement_model: choice(enforcementModels, {
      default: 'flat',
      help: 'Whether limits of projects are looked at alone, or have to fit within that of their domain.',
    }),
  }),
  defineOptions('endpoint_filter', {
    return_all_endpoints_if_no_filter: boolean({
      default: true,
      help: 'Whether a project in whose catalog nobody put anything has all endpoints in it, or none.',
    }),
  }),
  defineOptions('federation', {
    trusted_proxies: list({
      default: [],
      help: 'Addresses of the trusted proxies: assertions in headers are accepted from these alone.',
    }),
    assertion_prefix: string({
      default: '',
      help: 'The prefix of the headers in which such proxies hand on assertions. They must remove headers with that prefix from the requests of their clients. No headers are read without it.',
    }),
    remote_id_attribute: string({
      help: 'The header that names the identity provider, which must be one of its remote ids; of no provider unless given.',
    }),
    trusted_dashboard: list({
      default: [],
      help: 'Addresses of dashboards that people may be sent back to with a token after they signed in with their identity provider: https://cloud.example/dashboard/auth/websso/.',
    }),
    default_authorization_ttl: integer({
      default: 0,
      min: 0,
      help: 'For how many minutes people stay in the groups that their provider says; for as long as the token lasts at least.',
    }),
  }),
  defineOptions('openid', {
    provider_metadata_url: string({
      help: 'Where the OpenID provider tells of itself: https://accounts.example/.well-known/openid-configuration. What a proxy with mod_auth_openidc would do is done here then. The issuer has to be one of the remote ids of an identity provider.',
    }),
    client_id: string({ help: 'As what this cloud is registered there.' }),
    client_secret: string({ secret: true, help: 'Its secret there.' }),
    public_url: string({
      help: 'The public address of this identity service, https://cloud.example/identity. Register as addresses to come back to, below it: /v3/auth/OS-FEDERATION/websso/PROTOCOL and /v3/auth/OS-FEDERATION/identity_providers/IDP/protocols/PROTOCOL/websso.',
    }),
    scope: string({
      default: 'openid email profile',
      help: 'What the provider is asked to tell of people who sign in.',
    }),
  }),
  defineOptions('saml', {
    idp_entity_id: string({
      help: 'What this cloud is called as an identity provider, by which others know it: https://cloud.example/identity/v3/OS-FEDERATION/saml2/idp. It issues no assertions unless given.',
    }),
    idp_sso_endpoint: string({
      help: 'The single sign-on endpoint in its metadata: https://cloud.example/identity/v3/OS-FEDERATION/saml2/sso.',
    }),
    certfile: string({ help: 'The certificate (PEM) by which others check what it says.' }),
    keyfile: string({ help: 'The RSA key (PEM) of that certificate.' }),
    sp_url: string({
      help: 'The public address of this identity service, https://cloud.example/identity: the Recipient of an assertion must be an address below it. SAML responses are refused without.',
    }),
    sp_entity_id: string({
      help: 'The entity ID of this cloud as a service provider, the Audience of assertions for it; sp_url unless given.',
    }),
    trusted_idp_metadata_dir: string({
      help: 'A directory of files *.xml: the metadata of the trusted SAML identity providers.',
    }),
    assertion_expiration_time: seconds({
      default: 3600,
      min: 1,
      help: 'How long what it says of a user may be shown to another cloud.',
    }),
    idp_metadata_path: string({
      help: 'A file that is shown as metadata; what follows from the other options unless given.',
    }),
    idp_lang: string({ default: 'en', help: 'The language of the names in the metadata.' }),
    idp_organization_name: string({
      default: 'SAML Identity Provider',
      help: 'The name of the organisation, in the metadata.',
    }),
    idp_organization_display_name: string({
      default: 'OpenStack SAML Identity Provider',
      help: 'Its name as it is shown to people.',
    }),
    idp_organization_url: string({
      help: 'The address of the organisation; the metadata tell of none unless given.',
    }),
    idp_contact_company: string({ help: 'The company of whom to ask.' }),
    idp_contact_name: string({ help: 'The given name of whom to ask.' }),
    idp_contact_surname: string({ help: 'The surname of whom to ask.' }),
    idp_contact_email: string({ help: 'The address to which to write.' }),
    idp_contact_telephone: string({ help: 'The telephone number to call.' }),
    idp_contact_type: choice(['technical', 'support', 'administrative', 'billing', 'other'], {
      default: 'other',
      help: 'What to ask there about.',
    }),
  }),
  defineOptions('oauth1', {
    request_token_duration: integer({
      default: 28_800,
      min: 0,
      help: 'For how many seconds a program may wait for a user to say yes; 0 for as long as it takes.',
    }),
    access_token_duration: integer({
      default: 86_400,
      min: 0,
      help: 'For how many seconds a program may act for a user who has said yes; 0 for ever.',
    }),
  }),
  defineOptions('oauth2', {
    oauth2_authn_methods: list({
      default: ['tls_client_auth', 'client_secret_basic'],
      help: 'How programs may prove who they are at /v3/OS-OAUTH2/token: by a TLS client certificate, by an application credential.',
    }),
    oauth2_cert_dn_mapping_id: string({
      default: 'oauth2_mapping',
      help: 'The mapping that says whose a certificate is, by the names of its subject and its issuer: SSL_CLIENT_SUBJECT_DN_CN, SSL_CLIENT_ISSUER_DN_O and the like.',
    }),
  }),
  defineOptions('trust', {
    max_redelegation_count: integer({
      default: 3,
      min: 0,
      help: 'How many times further a trust may be handed on.',
    }),
  }),
  defineOptions('identity', {
    domain_specific_drivers_enabled: boolean({
      default: false,
      help: 'Whether domains may have their users in directories: those whose own options (/v3/domains/ID/config) have [identity] driver = ldap.',
    }),
    password_hash_algorithm: choice(hashAlgorithms, {
      default: 'scrypt',
      help: 'How passwords are hashed. A password that was hashed otherwise is hashed anew when its user signs in.',
    }),
    password_hash_rounds: integer({
      min: 1,
      help: 'How dear it is to try a password: scrypt (14 unless set, 20 at most) and bcrypt (12, 4 to 31) take 2 to this power of rounds, pbkdf2_sha512 (60000) just so many. A password hashed with fewer is hashed anew when its user signs in.',
    }),
  }),
  defineOptions('security_compliance', {
    allow_insecure_application_credential_trust_escalation: boolean({
      default: false,
      help: 'Whether unrestricted application credentials may manage trusts, as orchestration needs it of them.',
    }),
    lockout_failure_attempts: integer({
      min: 1,
      help: 'After how many wrong passwords on end a user is locked out for lockout_duration; never unless given.',
    }),
    lockout_duration: seconds({ default: 1800, min: 1, help: 'How long a user is locked out.' }),
    disable_user_account_days_inactive: integer({
      min: 1,
      help: 'After how many days without signing in a user counts as disabled; never unless given.',
    }),
    password_expires_days: integer({
      min: 1,
      help: 'For how many days a new password holds; without end unless given.',
    }),
    change_password_upon_first_use: boolean({
      default: false,
      help: 'Whether users must change a password that an administrator gave them before they can use it.',
    }),
    unique_last_password_count: integer({
      default: 0,
      min: 0,
      help: 'So many passwords of a user, the new one among them, must differ; 0: any may come again.',
    }),
    minimum_password_age: integer({
      default: 0,
      min: 0,
      help: 'For how many days users keep a password they have set before they can change it again.',
    }),
    password_regex: pattern({
      help: 'What new passwords must match, from their beginning; $$ stands for $.',
    }),
    password_regex_description: string({ help: 'Tells users what password_regex asks for.' }),
  }),
  ...keyOptions,
] as const

export type KeystoneConfig = Config<(typeof keystoneOptions)[number]>

/** The options of `[security_compliance]`. */
export type SecurityCompliance = KeystoneConfig['security_compliance']

/** The configuration with all defaults. */
export const defaultKeystoneConfig = (): KeystoneConfig =>
  loadConfig({ files: [], env: {}, options: keystoneOptions })
