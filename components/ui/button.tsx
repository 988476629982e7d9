import type { ComponentProps } from 'react'

const looks = {
  plain: 'button',
  primary: 'button button-primary',
  danger: 'button button-danger',
  quiet: 'button button-quiet',
} as const

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof looks
}

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${looks[look]} ${className}`} {...rest} />
}
