import { createContext, useContext } from 'react'

export interface Toast {
  readonly look: 'success' | 'danger' | 'info'
  readonly title: string
  readonly body?: string
}

/** Shows a toast, a message that disappears by itself. */
export type Tell = (toast: Toast) => void

export const ToastsContext = createContext<Tell>(() => {})

export const useToast = (): Tell => useContext(ToastsContext)
