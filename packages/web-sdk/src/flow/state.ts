import type { ScreenName } from '../names.ts';
import type { Choice, Part, Plan } from './plan.ts';

export type Screen = ScreenName;

/** Reasons why the camera can't be used. */
export type CameraTrouble = 'denied' | 'missing' | 'busy' | 'insecure' | 'lost' | 'offline' | 'recorder';

/** Faults of a file that are found before it is sent. */
export type FileTrouble = 'wrong_type' | 'too_large' | 'too_small' | 'unreadable';

/** Reasons for which the service requires a new picture. */
export type Refusal = 'blur' | 'cutoff' | 'glare' | 'no_document' | 'no_face' | 'many_faces' | 'file' | 'size';

/** Warnings of the service about a picture that it took: it may be sent as it is. */
export type Warning = 'blur' | 'cutoff' | 'glare';

/** Reasons why the flow has ended. */
export type EndReason =
  | 'expired'
  | 'invalid'
  | 'geoblocked'
  | 'trial'
  | 'gone'
  | 'consent_denied'
  | 'exited'
  | 'abandoned'
  | 'halted'
  | 'failed';

type ScreenError =
  | { readonly kind: 'file'; readonly what: FileTrouble }
  | { readonly kind: 'refused'; readonly what: Refusal }
  | { readonly kind: 'warning'; readonly what: Warning }
  | { readonly kind: 'unsent'; readonly what: 'connection' | 'server' }
  | { readonly kind: 'end'; readonly what: EndReason };

/** An attempt after the first at a task of a workflow run. */
export interface Retry {
  /** Number of the attempt, from 2. */
  readonly attempt: number;
  /** Null where the workflow does not say. */
  readonly atMost: number | null;
  /** The reasons of the attempt before; empty if the service does not disclose them. */
  readonly reasons: readonly string[];
}

/** A place that Back can lead to. */
export interface Place {
  readonly step: number;
  readonly screen: Screen;
}

export interface State extends Place {
  /** Key of the document that was chosen in this step. */
  readonly choice: string | null;
  /** Issuing country, alpha-3. */
  readonly country: string | null;
  readonly side: 'front' | 'back';
  /** The reason why the camera of this step could not be used last. */
  readonly camera: CameraTrouble | null;
  readonly trouble: ScreenError | null;
  /** Pictures of this side that the service didn't like. */
  readonly refusals: number;
  /** True if Back has led here. */
  readonly returned: boolean;
  /** True once the applicant has chosen this computer over a phone. */
  readonly isOnComputer: boolean;
  /** Places that Back leads to, the nearest last. The trail never crosses an upload: a sent picture stays sent. */
  readonly trail: readonly Place[];
}

export type FlowEvent =
  | { readonly type: 'continue' }
  | { readonly type: 'back' }
  | { readonly type: 'exit' }
  | { readonly type: 'consent'; readonly given: boolean }
  /** `country`: the issuing country that the applicant has chosen beside the type, alpha-3. */
  | { readonly type: 'choose_type'; readonly choice: string; readonly country?: string | null }
  | { readonly type: 'choose_country'; readonly country: string }
  /** `granted`: the browser needn't ask. */
  | { readonly type: 'use_camera'; readonly granted: boolean }
  | { readonly type: 'camera_granted' }
  | { readonly type: 'camera_trouble'; readonly what: CameraTrouble }
  | { readonly type: 'captured' }
  | { readonly type: 'file_trouble'; readonly what: FileTrouble }
  /** `only`: there is nothing else to do, so Back doesn't lead to where that was found. */
  | { readonly type: 'hand_over'; readonly only?: boolean }
  /** The service has accepted typed data, or the document of a wallet. */
  | { readonly type: 'filled' }
  /** The plan has changed from the present part on. */
  | { readonly type: 'replanned' }
  /** Number of capturing steps, from the current one on, that were done on a phone. */
  | { readonly type: 'phone_done'; readonly steps: number }
  | { readonly type: 'retake' }
  | { readonly type: 'upload' }
  /** Sends it with a warning. */
  | { readonly type: 'keep' }
  | { readonly type: 'uploaded' }
  | { readonly type: 'warned'; readonly what: Warning }
  | { readonly type: 'refused'; readonly what: Refusal }
  | { readonly type: 'unsent'; readonly what: 'connection' | 'server' }
  | { readonly type: 'end'; readonly what: EndReason };

export const partOf = (plan: Plan, { step }: Place): Part | undefined => plan[step];

/** The document that is being photographed. */
export function choiceOf(plan: Plan, state: State): Choice | undefined {
  const part = partOf(plan, state);
  if (part?.kind !== 'document' && part?.kind !== 'poa') return undefined;
  return part.choices.find(({ key }) => key === state.choice);
}
