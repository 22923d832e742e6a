// Properties shared by the lists of all inputs:
// state, accessible names, and the plain look within a cell.
import type { SelectProps } from 'antd'
import type { InputProps } from './inputContext'

type SelectInput = Omit<InputProps, 'value' | 'onChange'>

/** @param unmatched the typed words match no option */
export function selectProps(input: SelectInput, unmatched: boolean) {
  const { id, disabled, invalid, required, describedBy, label, compact, autoFocus } = input
  return {
    id,
    disabled,
    autoFocus,
    // In a cell of a line the list opens with the input.
    defaultOpen: compact && autoFocus,
    allowClear: !required && !compact,
    status: invalid || unmatched ? 'error' : undefined,
    variant: compact ? 'borderless' : undefined,
    style: { width: '100%' },
    'aria-label': label,
    'aria-invalid': invalid || unmatched,
    'aria-describedby': describedBy,
  } satisfies SelectProps
}
