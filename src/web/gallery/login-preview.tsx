import { AuthFrame, OrLine } from '#web/auth-frame/auth-frame.tsx'
import { GoogleMark } from '#web/auth-frame/google-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** The frame of the log in page with its fields, for pictures; the page itself belongs to identity. */
export function LoginPreview() {
  return (
    <AuthFrame>
      <h1 className="h1">Log in</h1>
      <p className="body t2 mt4">Pay, get paid and see where every payment is.</p>
      <div className="mt24">
        <Button variant="secondary" size="lg" full>
          <GoogleMark />
          Continue with Google
        </Button>
      </div>
      <div className="mt20">
        <OrLine />
      </div>
      <form className="fields mt16" onSubmit={event => event.preventDefault()}>
        <TextField
          id="email"
          label="Email"
          required
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
        />
        <div>
          <PasswordField id="password" label="Password" required />
          <div className="row end mt8">
            <Link href="#forgotPassword" className="meta">
              Forgot password?
            </Link>
          </div>
        </div>
        <Button type="submit" size="lg" full>
          Log in
        </Button>
      </form>
      <p className="t2 mt24 center">
        New to Corridor?{' '}
        <Link href="/signup" className="u">
          Sign up
        </Link>
      </p>
    </AuthFrame>
  )
}
