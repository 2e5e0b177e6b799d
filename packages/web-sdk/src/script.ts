import { Onfido } from './index.ts';

/*
 * The build for `<script>`: the globals that pages call.
 */

Object.assign(globalThis, { Onfido, Bonafide: Onfido });
