/** What a minor version of v3 does differently: the whole difference of the faces, as section 9 of the document has it. */
export interface Behaviour {
  /** Path segment under which its routes are registered. */
  readonly path: string;
  readonly generation: '3.2' | '3.6';
  /** `location`, `phone_number` and `consents` of applicants, and `location` of documents. */
  readonly location: boolean;
  /** `validate_image_quality` needs the feature of the account. */
  readonly imageQualityFeature: boolean;
  /** Webhooks have a payload version, a name and OAuth settings. */
  readonly webhookOptions: boolean;
}

export const v32: Behaviour = {
  path: 'v3.2',
  generation: '3.2',
  location: false,
  imageQualityFeature: false,
  webhookOptions: false,
};

export const v36: Behaviour = {
  path: 'v3.6',
  generation: '3.6',
  location: true,
  imageQualityFeature: true,
  webhookOptions: true,
};

export const behaviours = [v32, v36] as const;
