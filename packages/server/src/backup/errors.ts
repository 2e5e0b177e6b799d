/** A backup can't be made, read or restored, for a reason that the operator can read and correct. */
export class BackupRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupRefused';
  }
}

/** A part of a backup is missing or was changed. `message` names the part. */
export class BackupDamaged extends BackupRefused {
  constructor(message: string, cause?: unknown) {
    super(`The backup is damaged: ${message}`, cause);
    this.name = 'BackupDamaged';
  }
}
