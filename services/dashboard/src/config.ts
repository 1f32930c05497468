import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, list, seconds, string } from '@nimbo/config/option-types'

const general = defineOptions('DEFAULT', {
  secret_key: string({
    help: 'Key that encrypts the tokens of sessions: any long random text, the same for all horizon processes of the cloud.',
    secret: true,
  }),
  keystone_url: string({
    help: 'Identity URL of another cloud that the dashboard is for: http://keystone:5000/v3; this cloud if unset.',
  }),
  region: string({
    default: 'RegionOne',
    help: 'Region in which sessions begin; the first one of the catalog if the catalog does not contain it.',
  }),
  allowed_origins: list({
    default: [],
    help: 'Additional origins of the page, such as that of a reverse proxy: https://cloud.example.org.',
  }),
  sessions_per_user: integer({
    default: 50,
    min: 1,
    help: 'Maximum number of sessions per user; the oldest one ends when another begins.',
  }),
  page_directory: string({
    help: 'Directory of a page that was built elsewhere; if unset, the page is built at its first request.',
  }),
  link_lifetime: seconds({ default: 300, help: 'Seconds for which a login link is valid.' }),
})

const websso = defineOptions('websso', {
  choices: list({
    default: [],
    help: 'Choices for single sign-on (SSO), as IDP/PROTOCOL=LABEL, or PROTOCOL=LABEL if identity determines the identity provider: acme/openid=Acme. [federation] trusted_dashboard of identity must contain the URL of the dashboard: https://cloud.example/dashboard/auth/websso/.',
  }),
  keystone_url: string({
    help: 'Identity URL for browsers: https://cloud.example/identity/v3; if unset, [DEFAULT] keystone_url, or else /identity/v3 at the origin of the dashboard.',
  }),
})

const events = defineOptions('events', {
  streams: integer({
    default: 2000,
    min: 1,
    help: 'Maximum number of pages that receive events from one process at the same time.',
  }),
  streams_per_session: integer({ default: 10, min: 1, help: 'Maximum number of such pages per session.' }),
  exchanges: list({
    default: ['keystone', 'glance', 'neutron', 'cinder', 'nova', 'heat'],
    help: 'Exchanges of the services whose notifications are sent to pages as events.',
  }),
  topics: list({
    default: ['notifications', 'versioned_notifications'],
    help: 'Topics of these notifications, without the priority.',
  }),
  transport_url: string({
    help: 'Message broker for notifications; [DEFAULT] transport_url if unset.',
    secret: true,
  }),
})

/** The options of horizon.conf. */
export const horizonOptions = [general, websso, events] as const

export type HorizonConfig = Config<(typeof horizonOptions)[number]>
