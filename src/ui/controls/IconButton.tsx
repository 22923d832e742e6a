// A button with only an icon; its name is its accessible label and its tooltip.
import { Button, type ButtonProps } from 'antd'
import { forwardRef } from 'react'
import type { IconName } from '../../manifest/context/drawnNames'
import { Icon } from './icons'

interface IconButtonProps extends Omit<ButtonProps, 'icon'> {
  readonly icon: IconName
  readonly label: string
}

/** Draws a text button of antd; other properties and the ref pass through to it. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, className, ...rest },
  ref,
) {
  return (
    <Button
      ref={ref}
      type="text"
      className={className ? `shell-icon-button ${className}` : 'shell-icon-button'}
      icon={<Icon name={icon} />}
      aria-label={label}
      title={label}
      {...rest}
    />
  )
})
