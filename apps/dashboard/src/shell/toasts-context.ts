import { createContext, useContext } from 'react'

export interface Toast {
  readonly look: 'success' | 'danger' | 'info'
  readonly title: string
  readonly body?: string
}

/** Says something beside the page that goes away by itself. */
export type Tell = (toast: Toast) => void

export const ToastsContext = createContext<Tell>(() => {})

export const useToast = (): Tell => useContext(ToastsContext)
