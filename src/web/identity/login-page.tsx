import { useLocation } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { ForgotPassword } from '#web/identity/forgot-password.tsx'
import { LoginForm } from '#web/identity/login-form.tsx'

/** The log in screen; the hash `forgotPassword` opens the password reset (specification 2). */
export function LoginPage() {
  const hash = useLocation({ select: location => location.hash })
  return <AuthFrame>{hash === 'forgotPassword' ? <ForgotPassword /> : <LoginForm />}</AuthFrame>
}
