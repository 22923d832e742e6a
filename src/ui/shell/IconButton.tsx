// What is a button that is only a picture? Its name is read out, and shown to whoever stays on it.
import { Button, type ButtonProps } from 'antd'
import { forwardRef } from 'react'
import { Icon, type IconName } from './icons'

interface IconButtonProps extends Omit<ButtonProps, 'icon'> {
  readonly icon: IconName
  readonly label: string
}

/** A button that is only a picture; its name is read out and shown when one stays on it. */
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
