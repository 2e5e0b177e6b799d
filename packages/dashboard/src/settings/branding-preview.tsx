import { useMutation, useQueryClient } from '@tanstack/react-query';
import { light } from '../../../web-sdk/src/ui/tokens.ts';
import { ask } from '../api.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';

const { settings: say } = words;

/** The colour of the service's own pages. */
const OWN_COLOUR: string = light.action;

const HEX = /^#[0-9a-f]{6}$/i;

/** Relative luminance from which black is read better than white (WCAG 2.2: equal contrast to both). */
const EVEN = 0.179;

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The logo, and a preview of applicants' pages with the entered values. */
export function BrandingPreview({
  name,
  colour,
  logo,
  disabled,
}: {
  name: string;
  colour: string | null;
  logo: { readonly url: string } | null;
  disabled: boolean;
}) {
  const { account } = usePlace();
  const queries = useQueryClient();
  const path = `/accounts/${account}/logo`;
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? ask('PUT', path, file) : ask('DELETE', path)),
    onSuccess: (data) => queries.setQueryData(['settings', account], data),
  });
  const main = colour !== null && HEX.test(colour) ? colour : OWN_COLOUR;
  const source = logo && new URL(logo.url).pathname;
  return (
    <>
      {change.error && <ErrorPanel error={change.error} />}
      {!disabled && (
        <div className="field">
          <label htmlFor="logo">{say.logo}</label>
          <span className="quiet">{say.logoHint}</span>
          <input
            id="logo"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ currentTarget }) => currentTarget.files?.[0] && change.mutate(currentTarget.files[0])}
          />
          {logo && (
            <button type="button" onClick={() => change.mutate(null)}>
              {say.removeLogo}
            </button>
          )}
        </div>
      )}
      <figure className="look">
        <figcaption>{say.preview}</figcaption>
        <div>
          {source ? <img src={source} alt={name} /> : <strong>{name}</strong>}
          <p>{say.previewText}</p>
          <span
            className="look-button"
            style={{ background: main, color: luminance(main) > EVEN ? '#000000' : '#ffffff' }}
          >
            {say.previewButton}
          </span>
        </div>
      </figure>
    </>
  );
}
