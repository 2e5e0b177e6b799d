import { words } from '../words.ts';

const roles = ['admin', 'reviewer', 'developer', 'auditor'] as const;

/** A choice of the role of a member, as the field `role` of a form. */
export const RoleField = ({ chosen = 'reviewer' }: { chosen?: string }) => (
  <div className="field">
    <label htmlFor="role">{words.members.role}</label>
    <select id="role" name="role" defaultValue={chosen}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}
        </option>
      ))}
    </select>
  </div>
);
