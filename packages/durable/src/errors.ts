import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Why a flow rolls back, besides the errors of its steps. */
export const errors = defineErrors({
  FlowActive: fault<{ flow: string; subject: string }>(
    'conflict',
    ({ flow, subject }) => `Flow ${flow} is already working on ${subject}.`,
  ),
  FlowCancelled: fault<{ reason: string }>('conflict', ({ reason }) => `Cancelled: ${reason}`),
  FlowDeadlineExceeded: fault<{ flow: string; deadline: string }>(
    'unavailable',
    ({ flow, deadline }) => `Flow ${flow} was not done by ${deadline}.`,
  ),
  SignalTimeout: fault<{ step: string }>(
    'unavailable',
    ({ step }) => `Step ${step} waited for a signal that did not come in time.`,
  ),
})
