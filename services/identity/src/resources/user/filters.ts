/** The filters of user lists. */
export const userFilters = {
  id: 'text',
  name: 'text',
  domain_id: 'text',
  enabled: 'flag',
  password_expires_at: 'instant',
} as const
