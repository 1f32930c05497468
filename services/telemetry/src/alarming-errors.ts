import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The errors of the alarm API. */
export const errors = defineErrors({
  NoSuchAlarm: fault<{ alarm: string }>('notFound', ({ alarm }) => `Alarm ${alarm} not found`),
  NoQuota: fault<{ project: string }>('notFound', ({ project }) => `Quotas of project ${project} not found`),
  OverQuota: fault<{ data: string }>('forbidden', ({ data }) => `Alarm quota exceeded for user ${data}`),
  Invalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  Forbidden: fault<{ rule: string }>('forbidden', ({ rule }) => `RBAC Authorization Failed: ${rule}`),
})
